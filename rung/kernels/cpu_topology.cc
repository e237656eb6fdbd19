#include "rung/kernels/cpu_topology.h"

#include <sched.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

#include "rung/base/typed_text.h"

namespace rung::kernels {
namespace {

namespace fs = std::filesystem;

// The whole of a small file, trimmed; empty when there is none.
std::string ReadText(const fs::path& path) {
  std::ifstream file(path);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return std::string(Trim(text));
}

std::optional<double> Quota(std::string_view quota, std::string_view period) {
  const std::optional<int64_t> numerator = ParseDecimal(Trim(quota));
  const std::optional<int64_t> denominator = ParseDecimal(Trim(period));
  if (!numerator || !denominator || *numerator < 1 || *denominator < 1) return std::nullopt;
  return static_cast<double>(*numerator) / static_cast<double>(*denominator);
}

// The tightest quota of a cgroup and its parents. Inside a container the path of /proc/self/cgroup
// may not exist under the mount; the mount's own root then holds the container's limit.
void BoundByGroup(const fs::path& mount, std::string_view group, double& cpus) {
  fs::path relative = fs::path(group).relative_path();
  while (true) {
    const fs::path directory = mount / relative;
    std::optional<double> limit = ParseCpuMax(ReadText(directory / "cpu.max"));
    if (!limit) {
      limit = Quota(ReadText(directory / "cpu.cfs_quota_us"),
                    ReadText(directory / "cpu.cfs_period_us"));
    }
    if (limit) cpus = std::min(cpus, *limit);
    if (relative.empty()) return;
    relative = relative.parent_path();
  }
}

// Lines of /proc/self/cgroup: "0::/path" for v2, "4:cpu,cpuacct:/path" for v1.
void BoundByGroups(const fs::path& root, double& cpus) {
  const fs::path mounts = root / "sys/fs/cgroup";
  BoundByGroup(mounts, "/", cpus);
  const std::string text = ReadText(root / "proc/self/cgroup");
  for (std::string_view line : SplitFields(text, '\n')) {
    const std::vector<std::string_view> fields = SplitFields(line, ':');
    if (fields.size() < 3) continue;
    if (fields[1].empty()) BoundByGroup(mounts, fields[2], cpus);
    for (std::string_view controller : SplitFields(fields[1], ',')) {
      if (controller == "cpu") BoundByGroup(mounts / "cpu", fields[2], cpus);
    }
  }
}

}  // namespace

std::optional<double> ParseCpuMax(std::string_view text) {
  const std::vector<std::string_view> fields = SplitFields(Trim(text), ' ');
  if (fields.size() != 2) return std::nullopt;
  return Quota(fields[0], fields[1]);
}

int ThreadsAllowed(const std::vector<int>& cpus, const fs::path& root) {
  std::set<std::string> cores;
  for (int cpu : cpus) {
    const std::string name = "cpu" + std::to_string(cpu);
    std::string siblings =
        ReadText(root / "sys/devices/system/cpu" / name / "topology/thread_siblings_list");
    cores.insert(siblings.empty() ? name : std::move(siblings));
  }
  double allowed = static_cast<double>(std::max<size_t>(cores.size(), 1));
  BoundByGroups(root, allowed);
  return std::max(1, static_cast<int>(allowed));
}

int DefaultThreads() {
  std::vector<int> cpus;
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) == 0) {
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
      if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    }
  }
  return ThreadsAllowed(cpus, "/");
}

int AllowedCpus() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  return sched_getaffinity(0, sizeof(allowed), &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

}  // namespace rung::kernels
