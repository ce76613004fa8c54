// The transposition table: what earlier searches found, in buckets of one cache line.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>

#include "../hash.hpp"
#include "value.hpp"

namespace outflank {

enum class Bound : std::uint8_t { none = 0, lower = 1, upper = 2, exact = 3 };

inline constexpr int no_square = -1;

struct Entry {
    std::uint64_t check;
    Value value;
    std::uint8_t depth;
    std::uint8_t square;      // the best move, if there is one
    std::uint8_t generation;  // of the search that stored it
    std::uint8_t state;       // the bound, and whether there is a best move

    static constexpr std::uint8_t has_best = 4;

    Bound bound() const { return static_cast<Bound>(state & 3); }
    int best() const { return state & has_best ? square : no_square; }

    // Whether the value settles a search of this depth and window.
    bool settles(int wanted_depth, Value alpha, Value beta) const {
        if (depth < wanted_depth) return false;
        return bound() == Bound::exact || (bound() == Bound::lower && value >= beta) ||
               (bound() == Bound::upper && value <= alpha);
    }
};
static_assert(sizeof(Entry) == 16);

// Which entry of a full bucket gives way.
enum class Replacement {
    depth,   // the one searched least deeply, each search since counting as four plies less
    recent,  // the one neither found nor stored for longest
};

class Table {
  public:
    // The largest power of two of buckets that fits; at least one.
    explicit Table(std::size_t bytes, Replacement replacement = Replacement::depth)
        : buckets_(std::bit_floor(bytes < sizeof(Bucket) ? 1 : bytes / sizeof(Bucket))), replacement_(replacement) {
        clear();
    }

    // Fresh memory from the system is zero without being touched, which makes short searches quick.
    void clear() {
        memory_.reset();
        memory_.reset(std::calloc(buckets_ + 1, sizeof(Bucket)));
        if (memory_ == nullptr) throw std::bad_alloc();
        const auto address = reinterpret_cast<std::uintptr_t>(memory_.get());
        first_ = reinterpret_cast<Bucket*>((address + alignof(Bucket) - 1) & ~(alignof(Bucket) - 1));
        generation_ = 0;
    }

    // Entries of earlier searches go first when room is needed.
    void next_generation() { ++generation_; }

    const Entry* find(const Key& key) {
        Entry* const entries = bucket(key).entries;
        for (int i = 0; i < Bucket::size; ++i) {
            if (entries[i].check == key.check && entries[i].bound() != Bound::none) return used(entries, i);
        }
        return nullptr;
    }

    void store(const Key& key, int depth, Bound bound, Value value, int best) {
        Entry* const entries = bucket(key).entries;
        const int i = place_in(entries, key);
        if (best == no_square && entries[i].check == key.check) best = entries[i].best();
        entries[i] = {key.check,
                      value,
                      static_cast<std::uint8_t>(depth),
                      static_cast<std::uint8_t>(best == no_square ? 0 : best),
                      generation_,
                      static_cast<std::uint8_t>(static_cast<int>(bound) | (best == no_square ? 0 : Entry::has_best))};
        used(entries, i);
    }

    std::size_t bytes() const { return buckets_ * sizeof(Bucket); }
    Replacement replacement() const { return replacement_; }

  private:
    struct alignas(64) Bucket {
        static constexpr int size = 4;
        Entry entries[size];  // the last used first, if that matters
    };

    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };

    Bucket& bucket(const Key& key) const { return first_[key.place & (buckets_ - 1)]; }

    // The entry of the same position, or else the one that gives way.
    int place_in(const Entry* entries, const Key& key) const {
        int victim = Bucket::size - 1;
        int lowest = std::numeric_limits<int>::max();
        for (int i = 0; i < Bucket::size; ++i) {
            const Entry& entry = entries[i];
            if (entry.check == key.check && entry.bound() != Bound::none) return i;
            const auto age = static_cast<std::uint8_t>(generation_ - entry.generation);
            const int worth = entry.bound() == Bound::none ? -1000 : entry.depth - 4 * age;
            if (replacement_ == Replacement::depth && worth < lowest) {
                victim = i;
                lowest = worth;
            }
        }
        return victim;
    }

    const Entry* used(Entry* entries, int i) const {
        if (replacement_ == Replacement::depth) return &entries[i];
        std::rotate(entries, entries + i, entries + i + 1);
        return entries;
    }

    std::size_t buckets_;
    Replacement replacement_;
    std::unique_ptr<void, Free> memory_;
    Bucket* first_ = nullptr;  // in memory_, aligned
    std::uint8_t generation_ = 0;
};

}  // namespace outflank
