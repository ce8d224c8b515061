#pragma once

#include <string>

#include "sketch/estimate.h"

#include "rules/finding.h"

// Measured numbers in messages: as many digits as a reader needs; the measurements have them all.

namespace ddblint {

/// A count: 41,203; 1.2 M; 3.4 G.
std::string count_text(double number);

/// A mean of counts: 1.4; 558; 1.2 M.
std::string mean_text(double number);

/// A share of 1 as per cent: "81 %", "0.3 %", "less than 0.01 %"; "100 %" only when it is all.
std::string percent(double share);

/// A size in binary units: "512 bytes", "4.1 MB".
std::string bytes_text(double bytes);

/// "1 item", "12 items".
std::string counted(double number, std::string_view singular, std::string_view plural);

/// A number with its interval.
Measurement measurement(std::string name, const Estimate& estimate, std::string unit);

/// A number without uncertainty.
Measurement measurement(std::string name, double value, std::string unit);

}  // namespace ddblint
