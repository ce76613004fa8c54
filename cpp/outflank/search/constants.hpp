// The constants of the search that measurements chose, with unit and origin. `benchmarks/constants.py` tries others.
#pragma once

#include <array>
#include <cstdint>

namespace outflank {

// "From" n means with n or more. Values without a figure were set by hand: no trial of others is on record.

// Threads look for work so many times before they sleep: some tens of microseconds, as long as waking up takes.
inline constexpr int spins_before_sleep = 4000;

// The midgame. The unit is plies left to search unless said.

// Enhanced transposition cut-offs: all moves are looked up in the table before the first is searched. They saved 5.8 %
// of the midgame nodes of `outflank bench`.
inline constexpr int etc_from = 4;

// Nodes that several threads may search.
inline constexpr int split_from = 5;

// ProbCut.
inline constexpr int probcut_from = 3;

// Late-move reductions, at confidence levels below this index: after so many moves one ply, and from more plies on
// after twice as many moves two. 57.0 % (+-4.9) of 300 games at 30,000 nodes against none; from the sixth move on
// instead of the fourth 48.3 % (+-5.0).
inline constexpr int reduced_below = 2;
inline constexpr int reduced_after = 3;
inline constexpr int reduced_from = 4;
inline constexpr int reduced_more_from = 8;

// Empty squares up to which a selective search to the end solves positions. 9 to 12 instead of 10: 4 % fewer to 5 %
// more nodes, the same time.
inline constexpr int solved_below = 10;

// Empty squares from which a selective search comes before `solve`. Every fourth of hard-20: 254 M nodes instead of
// 354 M. FFO #40-44: 62 M instead of 112 M.
inline constexpr int selective_from = 18;

// Plies before the end of the game from which deepening goes to the end at once.
inline constexpr int exact_lead = 8;

// Empty squares from which a search to the end with each confidence level comes before the exact one, if the level is
// not below the one wanted; that one comes in any case from the first number on. The high levels are for those who
// wait: 6x6 is proved from the start in half the nodes without them.
inline constexpr std::array confidence_from = {16, 27, 27, 29, 31};

// Discs that the best move loses from one iteration to the next before another one may replace it. Below 8, moves that
// take its place turn out worse more often than better, since what a deeper search finds tends to lower all moves.
inline constexpr float large_fall = 8;

// The exact search. The unit is empty squares unless said.

// Enhanced transposition cut-offs.
inline constexpr int exact_etc_from = 8;

// Passes before the exact one search only the most promising moves of nodes that have at least so many.
inline constexpr int narrowed_from = 8;

// How many moves each of these passes searches, and from how many at the root it takes place. First eight of hard-20:
// 30.4 M nodes instead of 52.3 M. FFO #40-44: 186 M with all three, 223 M with the first alone.
struct NarrowPass {
    int width;
    int from;
};
inline constexpr NarrowPass narrow_passes[] = {{2, 12}, {3, 21}, {4, 23}};

// Internal deepening: nodes of the exact pass without a best move from the table are first searched with so many moves
// a node, for one.
inline constexpr int internal_from = 17;
inline constexpr int internal_width = 3;

// Symmetric positions share an entry of the table.
inline constexpr int merged_from = 24;

// Nodes that several threads may search.
inline constexpr int exact_split_from = 13;

// Discs on each side of the estimated score in the first window. 3 instead: 1.008 of the nodes of `outflank bench`,
// 0.984 on 10x10, 1.030 on 12x12, 1.027 on the first eight of hard-20.
inline constexpr int exact_aspiration = 2;

// Positions, of four empty squares or more, in the cache of the small endings of one thread: 256 KB, which fit in a
// second-level cache.
inline constexpr std::uint64_t cache_entries = 1 << 14;

// Move-ordering scores, found by coordinate descent on the nodes that solving 60 positions of self-play with 16 to 19
// empty squares takes: 58 M instead of 66 M.
struct EndgameWeights {
    int reply;         // each reply of the opponent
    int corner_reply;  // each of them in a corner, besides
    int potential;     // each empty square beside a disc of the player, where replies may appear
    int isolated;      // on a square without an empty neighbor
    int odd;           // in a quarter of the board with an odd number of empty squares
    int one_reply;
    std::array<int, 10> place;  // by Shape::place
};
inline constexpr EndgameWeights few_empties{32, 26, 4, 10, 4, 12, {24, -4, -13, 8, 1, 2, 4, -10, 2, 0}};
inline constexpr EndgameWeights many_empties{32, 52, 4, 10, 5, 16, {42, -4, -8, 6, 4, 6, 4, 4, 2, 0}};
inline constexpr int many_from = 12;

// The ordering evaluator: from how many on it is asked, and the move-ordering score of a disc of its value. They were
// 15 and 8 before 8x8 had learned weights.
inline constexpr int advised_from = 13;
inline constexpr float advice = 16;

}  // namespace outflank
