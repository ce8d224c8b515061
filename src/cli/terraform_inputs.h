#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "cli/inputs.h"

namespace ddblint {

/// True for the files that a Terraform or OpenTofu module is made of.
bool named_terraform(std::string_view path);

/// True for files of variable values (.tfvars, .tfvars.json).
bool named_variables(std::string_view path);

/// Parses and evaluates the Terraform files among the inputs, a folder being a module, and gives
/// each input the tables that stand in it. Files that a folder or a module call needs besides are
/// added to the inputs. Plans among `waiting` get the places that the configurations declare.
/// Returns the units: every position of `waiting`, and those that were added, once.
std::vector<std::vector<std::size_t>> read_configurations(Inputs& inputs,
                                                          const std::vector<std::size_t>& waiting);

}  // namespace ddblint
