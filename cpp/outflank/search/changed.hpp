// A value that is another one for a while.
#pragma once

#include <utility>

namespace outflank {

// Changes a value for as long as it lives.
template <class T>
class Changed {
  public:
    Changed(T& value, T to) : value_(value), before_(std::exchange(value, to)) {}
    ~Changed() { value_ = before_; }
    Changed(const Changed&) = delete;
    Changed& operator=(const Changed&) = delete;

  private:
    T& value_;
    T before_;
};

}  // namespace outflank
