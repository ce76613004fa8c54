// What one thread has found of positions near the end of the game, small enough to stay near the processor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>

#include "../board/hash.hpp"
#include "../board/shape.hpp"
#include "../search/constants.hpp"
#include "bounds.hpp"

namespace outflank {

// A position has one place; what is stored there replaces what was there.
class EndgameCache {
  public:
    // Of a position, or of none: that tells nothing.
    class Entry {
      public:
        Bounds bounds() const { return {lower_, upper_}; }
        int best() const { return square_; }

      private:
        friend EndgameCache;

        std::uint64_t check_ = 0;
        std::int16_t lower_ = std::numeric_limits<std::int16_t>::min();
        std::int16_t upper_ = std::numeric_limits<std::int16_t>::max();
        std::int16_t square_ = no_square;
    };

    void prefetch(const Key& key) const { __builtin_prefetch(&entries_[place(key)]); }

    // The entry of a position, or null.
    const Entry* find(const Key& key) const {
        const Entry& entry = entries_[place(key)];
        return entry.check_ == key.check ? &entry : nullptr;
    }

    void store(const Key& key, Bounds bounds, int best) {
        Entry& entry = entries_[place(key)];
        entry.check_ = key.check;
        entry.lower_ = static_cast<std::int16_t>(bounds.lower);
        entry.upper_ = static_cast<std::int16_t>(bounds.upper);
        entry.square_ = static_cast<std::int16_t>(best);
    }

  private:
    static std::size_t place(const Key& key) { return key.place % endgame_cache_entries; }

    std::unique_ptr<Entry[]> entries_ = std::make_unique<Entry[]>(endgame_cache_entries);
};

}  // namespace outflank
