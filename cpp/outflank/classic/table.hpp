// The transposition table of one thread: of a full bucket the entry that was not used for longest gives way.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "../board/hash.hpp"
#include "../search/value.hpp"

namespace outflank::classic {

enum class Bound : std::uint8_t { none, lower, upper, exact };

struct Entry {
    std::uint64_t check;
    Value value;
    std::int16_t depth;
    std::uint8_t square;  // the best move
    Bound bound;

    // Whether the value is enough for a search of this depth and window.
    bool settles(int wanted_depth, Value alpha, Value beta) const {
        return depth >= wanted_depth && (bound == Bound::exact || (bound == Bound::lower && value >= beta) ||
                                         (bound == Bound::upper && value <= alpha));
    }
};

class Table {
  public:
    // The largest power of two of buckets that fits; at least one.
    explicit Table(std::size_t bytes) : buckets_(std::bit_floor(std::max(bytes / sizeof(Bucket), std::size_t{1}))) {}

    void clear() { std::fill(buckets_.begin(), buckets_.end(), Bucket{}); }
    std::size_t bytes() const { return buckets_.size() * sizeof(Bucket); }

    // An empty one of the same size.
    std::unique_ptr<Table> anew() const { return std::make_unique<Table>(bytes()); }

    // The entry of a position, or null; valid until the next call.
    const Entry* find(const Key& key) {
        auto& entries = bucket(key);
        const auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
            return entry.check == key.check && entry.bound != Bound::none;
        });
        if (found == entries.end()) return nullptr;
        std::rotate(entries.begin(), found, found + 1);
        return &entries.front();
    }

    void store(const Entry& entry, std::uint64_t place) {
        auto& entries = bucket({place, entry.check});
        auto old = std::find_if(entries.begin(), entries.end() - 1,
                                [&](const Entry& other) { return other.check == entry.check; });
        std::rotate(entries.begin(), old, old + 1);
        entries.front() = entry;
    }

  private:
    // One cache line, the entry used last at its front.
    struct alignas(64) Bucket {
        std::array<Entry, 4> entries{};
    };

    std::array<Entry, 4>& bucket(const Key& key) { return buckets_[key.place & (buckets_.size() - 1)].entries; }

    std::vector<Bucket> buckets_;
};

}  // namespace outflank::classic
