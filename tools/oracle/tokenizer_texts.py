"""Invented lines of text to tokenize: 26 kinds, no copied corpus, the same for the same seed."""

import random
import unicodedata

SEED = 20240607
NUM_LINES = 22000

WORDS = """
the of and to in is that it was for on are as with his they at be this from have or by one had
not but what all were when we there can an your which their said if do will each about how up
out them then she many some so these would other into has more her two like him see time could
no make than first been its who now people my made over did down only way find use may water
long little very after words called just where most know
""".split()
CONTRACTIONS = ["'s", "'t", "'re", "'ve", "'m", "'ll", "'d", "'S", "'T", "'RE", "'Ve", "'LL", "'D",
                "\u2019s", "'\u017f", "'x", "''", "'sS", "'rex", "'\u212a", " 's", "'ll'd"]
PUNCTUATION = [". ", ", ", "; ", ": ", "! ", "? ", " - ", " \u2014 ", "... ", "\u2026", " (", ") ",
               "\"", "\u201c", "\u201d ", "/", " & ", "*", "_", "#", "@", "%", "+", "=", "~", "^",
               "|"]
SPACES = [" ", "  ", "   ", "\t", "\t\t", "\n", "\r\n", "\r", "\n\n", "\u00a0", "\u3000", "\u2028",
          "\u2029", "\u0085", "\u000b", "\u000c", "\u2003", "\u200a", "\u1680", "\u205f", "\u202f",
          "\u180e", "\u200b", "\ufeff", "\u2060", "\x1c", "\x1d", "\x1e", "\x1f"]
CONTROL_TOKENS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>", "<repo_name>", "<reponame>",
                  "<file_sep>", "<filename>", "<gh_stars>", "<issue_start>", "<issue_comment>",
                  "<issue_closed>", "<jupyter_start>", "<jupyter_text>", "<jupyter_code>",
                  "<jupyter_output>", "<jupyter_script>", "<empty_output>"]


def pick(r, items, count, sep=""):
    return sep.join(r.choice(items) for _ in range(count))


def span(first, last):
    return [chr(c) for c in range(first, last + 1)]


def invented_word(r):
    consonants = "b c d f g h j k l m n p r s t v w x z ch st tr qu sh ph".split()
    word = "".join(r.choice(consonants) + r.choice("aeiouy") for _ in range(r.randint(1, 4)))
    word += r.choice(["", "", "n", "s", "ing", "tion", "ed", "ly"])
    shape = r.random()
    return word.capitalize() if shape < 0.2 else word.upper() if shape < 0.27 else word


def prose(r):
    out = []
    for _ in range(r.randint(3, 14)):
        out.append(r.choice(WORDS) if r.random() < 0.7 else invented_word(r))
        if r.random() < 0.12:
            out[-1] += r.choice(CONTRACTIONS)
        out.append(r.choice(PUNCTUATION) if r.random() < 0.2 else " ")
    text = "".join(out)
    return text[0].upper() + text[1:]


def european(r):
    letters = ("aeiou\u00e4\u00f6\u00fc\u00df\u00e9\u00e8\u00ea\u00e7\u00f1\u00e5\u00f8\u0142\u0107\u0161"
               "nrstldm")
    words = [pick(r, letters, r.randint(2, 9)) for _ in range(r.randint(3, 9))]
    return " ".join(w.capitalize() if r.random() < 0.3 else w
                    for w in words) + r.choice(".!?\u00bb")


def identifier(r):
    parts = [r.choice(WORDS + ["idx", "buf", "ptr", "cfg", "tmp", "x", "i"])
             for _ in range(r.randint(1, 3))]
    style = r.random()
    if style < 0.4:
        return "_".join(parts)
    if style < 0.7:
        return parts[0] + "".join(p.capitalize() for p in parts[1:])
    return "".join(p.capitalize() for p in parts)


def code(r):
    a, b, c = identifier(r), identifier(r), identifier(r)
    n, m = r.randint(0, 99999), r.randint(0, 9)
    indent = r.choice(["", "  ", "    ", "        ", "\t", "\t\t", "      "])
    forms = [
        f"{indent}def {a}(self, {b}={n}):\n{indent}    return self.{c}[{b}]\n",
        f"{indent}for (int {a[0]} = 0; {a[0]} < {n}; ++{a[0]}) {{ {b}[{a[0]}] += {c}(0x{n:x}); }}",
        f"{indent}if ({a} != nullptr && {b}->{c}() >= {n}.{m}e-{m}f) {{\r\n"
        f"{indent}  return;\r\n{indent}}}",
        f'{{"{a}": [{n}, {m}, null], "{b}": {{"{c}": "\\u00e9\\n", "ok": true}}}}',
        f"<div class=\"{a}-{b}\" id='{c}'>&nbsp;{n}</div><!-- {a} -->",
        f"$ {a} --{b}={n} -{c[0]} ./{c}/*.txt | grep '{a}' > /dev/null 2>&1",
        f"{indent}std::vector<std::pair<{a}, {b}>> {c}{{}};  // {prose(r)}",
        f"SELECT {a}.{b}, COUNT(*) FROM {c} WHERE {a}.{b} <> '{n}' GROUP BY 1;",
        f"{indent}let {a}: &'static str = r#\"{b}\"#; // {c}!\n{indent}match {a} {{ _ => () }}",
        f"#define {a.upper()}({b}) ((({b}) << {m}) | ~{n}u)\n#endif\n\n\n",
        f"| {a} | {b} | {n} |\n|---|:-:|--:|\n| `{c}` | **{m}** | ~~{n}~~ |",
        f"https://{a}.example.org:{n}/{b}?{c}={m}&x=%20#frag {a}@{b}.com v{m}.{m}.{n}-rc1",
        f"{indent}{a} = lambda {b}, *{c}: {b} ** {m} if {b} else -{n}  # ???\n",
        f"+++ b/{a}/{b}.cc\n@@ -{n},{m} +{n},{m} @@\n-{indent}{a};\n+{indent}{b};\n",
    ]
    return r.choice(forms)


def cjk(r):
    han = span(0x4E00, 0x9FFF)
    common = [chr(0x4E00 + i * 7 % 0x1200) for i in range(500)]
    kana = span(0x3041, 0x3096) + span(0x30A1, 0x30FA)
    hangul = span(0xAC00, 0xD7A3)
    marks = ["\u3002", "\u3001", "\uff0c", "\uff01", "\u300c", "\u300d", "\u30fb", "\u30fc", " ",
             "\uff1a"]
    out = []
    for _ in range(r.randint(2, 6)):
        kind = r.random()
        pool = common if kind < 0.35 else han if kind < 0.45 else kana if kind < 0.65 else hangul
        out.append(pick(r, pool, r.randint(1, 8)))
        out.append(r.choice(marks + ["", "", "AI", "2024", "\uff11\uff12", "\u3000"]))
    return "".join(out)


SCRIPTS = {
    "arabic": (span(0x0621, 0x064A) * 3 + span(0x064B, 0x0652) + ["\u0640", "\u200c", "\u200d"],
               ["\u060c ", "\u061f ", " ", " ", " ", " \u0661\u0662\u0663 ", "\u06d4 "]),
    "persian": (span(0x0627, 0x0648) + ["\u067e", "\u0686", "\u0698", "\u06af", "\u06cc", "\u200c"],
                [" ", " ", " \u06f1\u06f2 ", "\u060c "]),
    "hebrew": (span(0x05D0, 0x05EA) * 3 + span(0x05B0, 0x05BC), [" ", " ", "\u05be", ". "]),
    "thai": (span(0x0E01, 0x0E2E) * 2 + span(0x0E30, 0x0E3A) + span(0x0E40, 0x0E4E),
             ["", " ", "\u0e2f", " \u0e51\u0e52 ", "\u0e46"]),
    "lao_khmer": (span(0x0E81, 0x0EAE) + span(0x1780, 0x17D3), ["", " ", "\u17d4"]),
    "devanagari": (span(0x0915, 0x0939) * 2 + span(0x093E, 0x094D)
                   + ["\u0902", "\u0903", "\u093c", "\u200d", "\u200c"],
                   [" ", " ", "\u0964 ", " \u0967\u0968\u0969 ", ", "]),
    "bengali_tamil": (span(0x0995, 0x09B9) + span(0x09BE, 0x09CD) + span(0x0B95, 0x0BB9)
                      + span(0x0BBE, 0x0BCD),
                      [" ", " ", "\u0964"]),
    "greek": (span(0x03B1, 0x03C9) * 2 + span(0x0391, 0x03A9) + span(0x1F00, 0x1F15),
              [" ", ", ", "\u00b7 ", "; "]),
    "cyrillic": (span(0x0430, 0x044F) * 3 + span(0x0410, 0x042F) + ["\u0451", "\u0456", "\u0457"],
                 [" ", " ", ", ", ". ", " \u2014 "]),
    "georgian_armenian": (span(0x10D0, 0x10F0) + span(0x0561, 0x0586), [" ", "\u0589 ", ". "]),
    "ethiopic_cherokee": (span(0x1200, 0x1248) + span(0x13A0, 0x13F5), [" ", "\u1361", "\u1362"]),
    "tibetan_myanmar": (span(0x0F40, 0x0F6C) + span(0x0F71, 0x0F84) + span(0x1000, 0x102A)
                        + span(0x102B, 0x103E),
                        ["\u0f0b", " ", "\u104b"]),
}


def script(name):
    letters, joints = SCRIPTS[name]

    def make(r):
        return "".join(pick(r, letters, r.randint(1, 7)) + r.choice(joints)
                       for _ in range(r.randint(2, 8)))
    return make


def emoji(r):
    faces = (span(0x1F600, 0x1F64F) + span(0x1F300, 0x1F320) + span(0x1F680, 0x1F6A0)
             + span(0x2600, 0x2660))
    people = ["\U0001F468", "\U0001F469", "\U0001F466", "\U0001F467", "\U0001F9D1", "\U0001F44B",
              "\U0001F44D"]
    tones = span(0x1F3FB, 0x1F3FF)
    regional = span(0x1F1E6, 0x1F1FF)

    def one():
        kind = r.randrange(8)
        if kind == 0:
            return r.choice(people) + r.choice(tones)
        if kind == 1:
            return "\u200d".join(r.choice(people) + r.choice(["", r.choice(tones)])
                                 for _ in range(r.randint(2, 4)))
        if kind == 2:
            return r.choice(regional) + r.choice(regional)
        if kind == 3:
            return r.choice("0123456789#*") + "\ufe0f\u20e3"
        if kind == 4:
            return "".join(["\U0001F3F4",
                            *(chr(0xE0000 + ord(c)) for c in r.choice(["gbeng", "gbsct", "usca"])),
                            "\U000E007F"])
        if kind == 5:
            return (r.choice(["\u2764", "\u2600", "\u263a", "\u270c"])
                    + r.choice(["\ufe0f", "\ufe0e", ""]))
        if kind == 6:
            jobs = ["\u2695\ufe0f", "\U0001F4BB", "\U0001F680", "\U0001F33E"]
            return r.choice(people) + "\u200d" + r.choice(jobs)
        return r.choice(faces)
    return "".join(one() + r.choice(["", "", " ", "!", "ok ", "\u200d"])
                   for _ in range(r.randint(2, 8)))


def combining(r):
    marks = span(0x0300, 0x036F) + list("\u0488\u20d7\u1dc4\u0327\u0323\u093c\u05b0\u064b\u302a\ufe20"
                                        "\u1ab0\u0f71\u3099\u309a")
    bases = list("aeiouAEIOUcnszyx1 -\u00e9\u1e63\u304b\u30cf\u0905\u03b1\u0439\u212b\u2126\uf900\ufb1d"
                 "\u1e9b\u0958")
    pairs = ["\u09c7\u09be", "\u0b47\u0b3e", "\u0cc6\u0cc2", "\u0dd9\u0dcf", "\u1025\u102e",
             "\U00011131\U00011127", "\U00011935\U00011930", "\u0dd9\u0dca\u0dcf"]
    out = []
    for _ in range(r.randint(2, 10)):
        if r.random() < 0.15:  # Hangul, composed and in pieces
            out.append(r.choice(span(0x1100, 0x1112)) + r.choice(span(0x1161, 0x1175))
                       + r.choice(["", r.choice(span(0x11A8, 0x11C2))]))
        elif r.random() < 0.1:
            out.append(r.choice(pairs))
        else:
            out.append(r.choice(bases) + pick(r, marks, r.choice([0, 1, 1, 2, 3, 5])))
    text = "".join(out)
    form = r.choice([None, "NFC", "NFD", "NFKD"])
    return unicodedata.normalize(form, text) if form else text


def digits(r):
    others = (span(0x0660, 0x0669) + span(0x0966, 0x096F) + span(0xFF10, 0xFF19)
              + span(0x2150, 0x2189)
              + ["\u00b2", "\u00b3", "\u00b9", "\u00bd", "\u2460", "\u3007", "\u3021",
                 "\U0001D7D8", "\u4e00"])
    forms = [
        lambda: str(r.randrange(10 ** r.randint(1, 30))),
        lambda: f"{r.randrange(10**6):,}.{r.randrange(100):02d}",
        lambda: (f"{r.randrange(1900, 2100)}-{r.randrange(1, 13):02d}-{r.randrange(1, 29):02d}"
                 f"T{r.randrange(24):02d}:00:59Z"),
        lambda: f"{r.uniform(-1e6, 1e6):.6g}e{r.randint(-30, 30)}",
        lambda: "+" + " ".join(str(r.randrange(1000)) for _ in range(4)),
        lambda: pick(r, others, r.randint(1, 7)),
        lambda: f"{r.randrange(10**9):x}h{r.randrange(100)}m",
        lambda: "  " * r.randint(0, 3) + str(r.randrange(100)) + "'s",
    ]
    joint = r.choice([" ", ", ", "  ", "\t", "", "x", "\n"])
    return joint.join(r.choice(forms)() for _ in range(r.randint(1, 6)))


def whitespace(r):
    out = []
    for _ in range(r.randint(2, 8)):
        out.append("".join(r.choice(SPACES[:9] if r.random() < 0.6 else SPACES)
                           for _ in range(r.randint(1, 6))))
        out.append(r.choice(["", "a", "word", "1", "42", ".", "!?", "\u4e2d", "'s", "\U0001F600",
                             "\u0301"]))
    return "".join(out)


def controls(r):
    pool = (span(0x00, 0x1F) + span(0x7F, 0x9F)
            + list("\u00ad\u061c\u200e\u200f\u202a\u202e\u2066\u2069\ufff9\ufffd\ufffe\U0001D173"
                   "\U000E0001"))
    return "".join(r.choice(pool) if r.random() < 0.5
                   else r.choice(list("abcXYZ 019.'s") + ["\u00e9"])
                   for _ in range(r.randint(1, 30)))


def look_alikes(r):
    out = []
    for _ in range(r.randint(1, 6)):
        token = r.choice(CONTROL_TOKENS[:3] if r.random() < 0.6 else CONTROL_TOKENS)
        kind = r.randrange(7)
        if kind == 1:
            token = token[:r.randint(1, len(token))]
        elif kind == 2:
            token = token[r.randint(0, len(token) - 1):]
        elif kind == 3:
            token = token.upper()
        elif kind == 4:
            at = r.randrange(len(token))
            token = token[:at] + r.choice([" ", "|", "<", "\u200b", "x"]) + token[at:]
        elif kind == 5:
            token = token.replace("|", "\uff5c").replace("<", r.choice("<\u2039\uff1c"))
        out.append(token + r.choice(["", " ", "user\n", "\n", "hello", "  ", "'s", "1"]))
    return "".join(out)


def random_unicode(r):
    def scalar():
        plane = r.random()
        while True:
            c = (r.randrange(0x10000) if plane < 0.6 else
                 r.randrange(0x10000, 0x33480) if plane < 0.9 else r.randrange(0xE0000, 0x110000))
            if not 0xD800 <= c < 0xE000:
                return chr(c)
    return "".join(scalar() if r.random() < 0.9 else r.choice(" a.1'\n")
                   for _ in range(r.randint(1, 16)))


# Unassigned in Unicode 14, or in 9 for marks: where older tables class or reorder differently.
RECENT = [chr(c) for c in (
    0x180E, 0x1C89, 0xA7CB, 0xA7DC, 0x10D40, 0x10D4A, 0x116D0, 0x11DE0, 0x11DE9, 0x11F04, 0x11F50,
    0x13460, 0x16FF4, 0x1CCF0, 0x1D2C0, 0x1E030, 0x1E4F0, 0x1E5F0, 0x2EBF0, 0x31350, 0x323AF, 0x7FD,
    0x898, 0x8CA, 0xC3C, 0x1AC1, 0x1DF6, 0x10F46, 0x10F82, 0x11930, 0x11935, 0x1E08F, 0x1E4EC,
    0x16FF0)]


def recent(r):
    return "".join(r.choice(RECENT) if r.random() < 0.5
                   else r.choice(list("aE 1.!'\n") + ["\u0301", "\u0327", "  "])
                   for _ in range(r.randint(2, 16)))


def long_run(r):
    kind = r.randrange(6)
    n = r.choice([30, 47, 48, 49, 50, 64, 100, 200, 700])
    if kind == 0:
        return r.choice("aexz-=_*. \t\n1\u00e9\u4e00") * n
    if kind == 1:
        return pick(r, "abcdefghijklmnopqrstuvwxyz", n // 2)
    if kind == 2:
        return pick(r, "ab", n) + r.choice(["", " end", "\n"])
    if kind == 3:
        return "".join(r.choice(WORDS) for _ in range(n // 5))
    if kind == 4:
        return pick(r, "!?.,;:-=+*/<>()[]{}|&", n)
    return pick(r, span(0x4E00, 0x4FFF), n // 4)


def mixed(r):
    return r.choice([" ", "", "\n", "  "]).join(
        r.choice([prose, code, cjk, emoji, digits, whitespace, look_alikes, script("arabic"),
                  script("thai")])(r)[:60]
        for _ in range(2))


CATEGORIES = [(prose, 12), (european, 4), (code, 12), (cjk, 8), (emoji, 6), (combining, 7),
              (digits, 6),
              (whitespace, 7), (controls, 5), (look_alikes, 6), (random_unicode, 9), (recent, 2),
              (long_run, 2),
              (mixed, 6)] + [(script(name), 1.5 if name not in ("arabic", "thai", "devanagari")
                              else 3)
                             for name in SCRIPTS]


def make_lines():
    r = random.Random(SEED)
    # Every character up to U+017F and each control token by itself come first.
    lines = ["", " ", "\n", "a", "'", "'s", "\x00", "The capital of France is"]
    lines += [chr(c) for c in range(1, 0x180)] + CONTROL_TOKENS
    lines += [f"{c}'{x} {c}'{x.upper()}y" for c in ("it", "1", "!")
              for x in ("s", "t", "re", "ve", "m", "ll", "d")]
    makers = [maker for maker, _ in CATEGORIES]
    weights = [weight for _, weight in CATEGORIES]
    while len(lines) < NUM_LINES:
        lines.append(r.choices(makers, weights)[0](r))
    return lines
