#pragma once

#include "schema/reader.h"
#include "source/source_file.h"
#include "syntax/node.h"

namespace ddblint {

/// Reads the tables of a CloudFormation template that Terraform deploys, given as a tree.
void read_embedded_template(const Node& root, const SourceSet& sources, const ReadOptions& options,
                            Definitions& out);

/// The same for a template that is a text in a Terraform file; places point into that file.
void read_embedded_template_text(const Node& text, const SourceSet& sources,
                                 const ReadOptions& options, Definitions& out);

}  // namespace ddblint
