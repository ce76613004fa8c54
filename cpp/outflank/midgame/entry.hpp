// How the midgame search reads and writes entries of the transposition table.
#pragma once

#include <bit>
#include <cstdint>

#include "../search/table.hpp"
#include "../search/value.hpp"

namespace outflank {

inline std::uint32_t content_of(Value value) { return std::bit_cast<std::uint32_t>(value.bits()); }

inline Value value_of(const Entry& entry) { return Value::of_bits(std::bit_cast<std::int32_t>(entry.content)); }

// The entry's value if it answers a search of this depth, confidence and window.
inline bool settles(const Entry& entry, int depth, int confidence, Value alpha, Value beta) {
    if (entry.depth < depth || entry.confidence() < confidence) return false;
    const Value value = value_of(entry);
    return entry.bound() == Bound::exact || (entry.bound() == Bound::lower && value >= beta) ||
           (entry.bound() == Bound::upper && value <= alpha);
}

}  // namespace outflank
