#include "report/report.h"

namespace ddblint {

std::string_view tool_version() { return DDBLINT_VERSION; }

}  // namespace ddblint
