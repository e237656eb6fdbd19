"""Prompts of the llama goldens: slots, each with candidates in order of preference.

A slot is covered by its first candidate whose greedy margins are all wide enough, so that what the
slot stands for (one token, a chat, 255 tokens ...) survives a replacement. All text is our own.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Candidate:
    text: str
    special: bool = False  # control tokens written in the text become their ids
    length: int | None = None  # cut to exactly this many tokens


CORPUS = [
    "The harbour of Tarn Quay was built twice. The first one, finished in 1731, stood on oak piles "
    "that shipworm ate within a generation; the second rests on granite carried down the valley by "
    "ox cart. Old people in the town still call the north arm the new wall, although nobody alive "
    "has ever seen an older one. In spring the fishing boats leave before four in the morning, and "
    "by noon the gulls know exactly which of them had luck.",
    "A compiler reads a program three times over. It looks at the letters first and groups them "
    "into words, then it looks at the words and groups them into sentences, and at last it asks "
    "what the sentences mean. Most of the errors that beginners make are found in the first two "
    "readings. The errors that cost money are found in the third, or they are found by customers.",
    "To make the soup, peel two onions, three carrots and a small celery root, and cut everything "
    "into cubes. Warm four spoons of oil in a heavy pot, add the vegetables and a pinch of salt, and "
    "let them soften for ten minutes without browning. Pour in a litre and a half of water, add 250 "
    "grams of red lentils and one bay leaf, and cook the soup over a low flame until the lentils fall "
    "apart. Taste it, add lemon juice and black pepper, and serve it with toasted bread.",
    "Glaciers move because ice under pressure behaves like a very stiff liquid. Near the surface it "
    "is brittle and cracks; below about fifty metres it creeps. A glacier that ends on land pushes "
    "stones in front of itself and leaves them as a ridge when it melts, so a traveller who finds a "
    "curved line of boulders across a flat valley can tell where the ice once stopped, and how long "
    "it rested there.",
    "When Mira opened the letter she expected a bill. Instead there was a photograph of a house she "
    "had never seen, with a date on the back and four words in her grandfather's writing: we left the "
    "key. She turned it over twice, put it on the table, made tea, forgot the tea, and then looked up "
    "the name of the street. It was in a city two borders away. The next train left at 6:15.",
    "Bees do not see red, but they see ultraviolet, and many flowers carry patterns that only they "
    "can read. A yellow marsh marigold, plain to us, looks to a bee like a target with a dark centre. "
    "When a scout finds a good meadow she returns to the hive and dances on the comb. The angle of the "
    "dance gives the direction measured from the sun, and its length gives the distance.",
    "The committee met on Tuesday to discuss the bridge. Mr. Okafor said that the cables were sound "
    "and that the paint was not. Mrs. Lindqvist asked how much paint a bridge of 412 metres needs. "
    "Nobody knew. It was agreed to ask the supplier, to close one lane from the 3rd to the 17th of "
    "August, and to put up signs in both languages. The meeting ended at 21:40.",
    "A good map leaves things out. If it showed every tree, no one could find the road; if it showed "
    "only the road, no one could find the tree under which they were told to turn left. The maker of "
    "a map therefore begins with a question: who will hold this, and what do they need to decide? "
    "Everything that does not help with the decision is noise, however true it is.",
]


def _records(count: int) -> str:
    """A made-up ship's log: long, regular, full of digits."""
    ports = ["Lisbon", "Bergen", "Aden", "Callao", "Hobart", "Riga", "Dakar"]
    loads = ["timber", "salt", "copper wire", "oranges", "cement", "wool"]
    lines = []
    for i in range(1, count + 1):
        lines.append(
            f"{i}. Left {ports[i * 3 % 7]} for {ports[i * 5 % 7]} with {37 + i * 29 % 211} tons of "
            f"{loads[i * 7 % 6]}; wind {1 + i * 11 % 9}, arrived after {3 + i * 13 % 17} days."
        )
    return "\n".join(lines)


def _prose(start: int) -> str:
    return "\n\n".join(CORPUS[start:] + CORPUS[:start])


def _cut(length: int, starts: tuple[int, ...]) -> list[Candidate]:
    """Prose from the given paragraphs on, then log lines, cut to `length` tokens."""
    return [
        Candidate(_prose(start) + "\n\nLog of the voyage:\n" + _records(40), length=length)
        for start in starts
    ]


def _chat(*turns: tuple[str, str]) -> Candidate:
    text = "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n"
    for role, content in turns:
        text += f"<|im_start|>{role}\n{content}<|im_end|>\n"
    return Candidate(text + "<|im_start|>assistant\n", special=True)


def _plain(*texts: str) -> list[Candidate]:
    return [Candidate(text) for text in texts]


# Slots of 64 tokens. The cut lengths stand at edges of the ladder: 192 + 64 fills 256, 193 + 64 does
# not; 254, 255 and 510 are capacity-2 and capacity-1; 17 and the others are unaligned to chunks.
GREEDY: dict[str, list[Candidate]] = {
    "fact": _plain("The capital of France is", "The largest planet of the solar system is"),
    "question": _plain("What causes the tides in the ocean?", "Why is the sky blue at noon?",
                       "How do vaccines work?"),
    "story": _plain("Once upon a time, in a village by the sea,",
                    "The last lamp in the lighthouse went out just as"),
    "python": _plain("def fibonacci(n):\n    ", "import math\n\ndef circle_area(radius):\n",
                     "class Stack:\n    def __init__(self):\n"),
    "cpp": _plain("#include <vector>\n\nint main() {\n\tstd::vector<int> primes;\n\tfor (",
                  "#include <iostream>\n\n// Prints the first ten squares.\nint main() {\n"),
    "list": _plain("Three things to pack for a winter hike:\n1.",
                   "The planets, ordered by distance from the sun:\n1."),
    "json": _plain('{"name": "Ada", "born": 1815, "languages": ["',
                   '[{"id": 1, "colour": "red"}, {"id": 2,'),
    "french": _plain("La Révolution française a commencé en",
                     "Les montagnes les plus hautes d'Europe sont"),
    "chinese": _plain("今天天气很好，", "北京是中国的首都。", "我喜欢读书，因为"),
    "russian": _plain("Привет, меня зовут", "Москва — столица"),
    "emoji": _plain("🌍🚀 Facts about space travel 👩‍🚀:\n", "Weather today: ☀️ 🌧️ ❄️ means"),
    "digits": _plain("3.14159265358979", "2, 4, 8, 16, 32, 64,", "1 1 2 3 5 8 13 21"),
    "one_word": _plain("The", "In", "Water"),
    "one_newline": _plain("\n", "\n\n", "\t"),
    "chat": [
        _chat(("user", "Name two rivers in Africa and say where each one ends.")),
        _chat(("user", "Explain photosynthesis in one sentence.")),
        _chat(("user", "Write a short poem about rain.")),
    ],
    "chat_turns": [
        _chat(("user", "Hi!"), ("assistant", "Hello! How can I help you?"),
              ("user", "I have 3 apples and buy 4 more. How many do I have?")),
        _chat(("user", "What is a prime?"),
              ("assistant", "A number above 1 divided only by 1 and itself."),
              ("user", "Give me the first five.")),
    ],
    "html": _plain("<ul>\n  <li>Monday</li>\n  <li>Tuesday</li>\n  <li>",
                   "| city | country |\n|---|---|\n| Rome | Italy |\n|"),
    "cut_17": _cut(17, (0, 1, 2, 3)),
    "cut_192": _cut(192, (1, 2, 4, 6)),
    "cut_193": _cut(193, (2, 5, 6, 7)),
    "cut_254": _cut(254, (3, 0, 7, 5)),
    "cut_255": _cut(255, (4, 1, 6, 2)),
    "cut_510": _cut(510, (5, 3, 0, 1)),
    "cut_1500": _cut(1500, (6, 7, 2, 4)),
}

# Slots of 700 tokens, for sequences that outgrow 256 and 512 while they run.
LONG: dict[str, list[Candidate]] = {
    "long_fact": _plain("The history of the bicycle begins in", "The history of paper begins in",
                        "The history of glass begins in", "The history of salt begins with",
                        "The history of clocks begins with"),
    "long_chat": [
        _chat(("user", "Write a long letter to a friend about a journey by train.")),
        _chat(("user", "Explain in detail how a bill becomes a law.")),
        _chat(("user", "Describe the life of a star from birth to death.")),
        _chat(("user", "Tell me a long story about a lost dog.")),
        _chat(("user", "Explain how a computer works, step by step.")),
    ],
    "long_code": _plain("class Matrix:\n    def __init__(self, rows, cols):\n",
                        "def quicksort(items):\n", "class LinkedList:\n",
                        "import unittest\n\nclass TestQueue(unittest.TestCase):\n",
                        "class BankAccount:\n"),
    "long_tail": _cut(200, (0, 3, 5, 7, 2, 4, 6, 1)),
}
