#include <array>

#include "schema/terraform/function_table.h"

namespace ddblint {
namespace {

constexpr std::string_view kChanges = "differs from one run to the next";
constexpr std::string_view kFile = "depends on files that are not read";
constexpr std::string_view kNotComputed = "a function that is not evaluated";

constexpr std::array kFunctions = {
    OpenFunction{"abspath", kFile},
    OpenFunction{"base64gunzip", kNotComputed},
    OpenFunction{"base64gzip", kNotComputed},
    OpenFunction{"base64sha256", kNotComputed},
    OpenFunction{"base64sha512", kNotComputed},
    OpenFunction{"bcrypt", kChanges},
    OpenFunction{"cidrcontains", kNotComputed},
    OpenFunction{"cidrhost", kNotComputed},
    OpenFunction{"cidrnetmask", kNotComputed},
    OpenFunction{"cidrsubnet", kNotComputed},
    OpenFunction{"cidrsubnets", kNotComputed},
    OpenFunction{"defaults", kNotComputed},
    OpenFunction{"ephemeralasnull", kNotComputed},
    OpenFunction{"file", kFile},
    OpenFunction{"filebase64", kFile},
    OpenFunction{"filebase64sha256", kFile},
    OpenFunction{"filebase64sha512", kFile},
    OpenFunction{"fileexists", kFile},
    OpenFunction{"filemd5", kFile},
    OpenFunction{"fileset", kFile},
    OpenFunction{"filesha1", kFile},
    OpenFunction{"filesha256", kFile},
    OpenFunction{"filesha512", kFile},
    OpenFunction{"formatdate", kNotComputed},
    OpenFunction{"issensitive", kNotComputed},
    OpenFunction{"md5", kNotComputed},
    OpenFunction{"pathexpand", kFile},
    OpenFunction{"plantimestamp", kChanges},
    OpenFunction{"rsadecrypt", kNotComputed},
    OpenFunction{"sha1", kNotComputed},
    OpenFunction{"sha256", kNotComputed},
    OpenFunction{"sha512", kNotComputed},
    OpenFunction{"templatefile", kFile},
    OpenFunction{"templatestring", kNotComputed},
    OpenFunction{"textdecodebase64", kNotComputed},
    OpenFunction{"textencodebase64", kNotComputed},
    OpenFunction{"timeadd", kNotComputed},
    OpenFunction{"timecmp", kNotComputed},
    OpenFunction{"timestamp", kChanges},
    OpenFunction{"type", kNotComputed},
    OpenFunction{"uuid", kChanges},
    OpenFunction{"uuidv5", kNotComputed},
    OpenFunction{"yamlencode", kNotComputed},
};

}  // namespace

std::span<const OpenFunction> open_functions() { return kFunctions; }

}  // namespace ddblint
