#pragma once

#include <string_view>
#include <vector>

#include "schema/reader.h"

namespace ddblint {

/// True for a document of a Kubernetes API, or a list of such.
bool is_manifest(const Node& document);

/// Reads the tables in the manifests of one file: those of the AWS controllers (ACK) and of
/// Crossplane, alone, in lists, and in what other resources make of them (Compositions of
/// Crossplane, kro). What other manifests of the file say of them is added. `text` is the source.
void read_manifests(const std::vector<const Node*>& documents, std::string_view text,
                    Definitions& out);

}  // namespace ddblint
