#include "design/serving_of.h"

#include <memory>

namespace ddblint {

const Serving& serving_of(const Subject& subject) {
  static const Serving kNothing;
  if (subject.workload == nullptr) return kNothing;
  return subject.kept.get([&subject] {
    auto serving = std::make_shared<Serving>();
    serving->patterns = serve(subject);
    serving->loads = key_loads(subject, serving->patterns);
    return serving;
  });
}

}  // namespace ddblint
