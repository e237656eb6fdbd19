// `rung export`: the StableHLO text of one program, as it is compiled.
#include <fmt/format.h>

#include "rung/base/status.h"
#include "rung/cli/capacity_text.h"
#include "rung/cli/command.h"

namespace rung::cli {
namespace {

absl::StatusOr<model::Program> MakeProgram(const model::Model& model, const ExportFlags& flags) {
  if (flags.decode.has_value() == flags.prefill.has_value()) {
    return InvalidArgument(
        "rung export prints one program: give --decode CAPACITIES or --prefill CHUNK@CAPACITY");
  }
  if (flags.decode) {
    RUNG_ASSIGN_OR_RETURN(const std::vector<int64_t> rows,
                          ParseRows("--decode", *flags.decode, /*exact=*/true));
    return model.Decode(rows);
  }
  RUNG_ASSIGN_OR_RETURN(const auto shape, ParsePrefillShape("--prefill", *flags.prefill));
  return model.Prefill(shape.first, shape.second);
}

}  // namespace

absl::StatusOr<int> RunExport(const CommandContext& context, const CommandLine& line) {
  RUNG_ASSIGN_OR_RETURN(const Settings settings, ReadCommandSettings(context, line.engine));
  RUNG_ASSIGN_OR_RETURN(const ModelDescription description,
                        DescribeModel(context, line.engine, settings));
  RUNG_ASSIGN_OR_RETURN(const model::Program program,
                        MakeProgram(*description.model, line.export_program));
  context.out.Write(program.text);
  return 0;
}

}  // namespace rung::cli
