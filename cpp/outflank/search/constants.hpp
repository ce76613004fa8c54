// The constants of the search that measurements chose, with unit and origin. `benchmarks/constants.py` tries others.
#pragma once

#include <array>
#include <cstddef>

namespace outflank {

// "From" n means with n or more. Values without a figure were set by hand: no trial of others is on record.

// How many times threads look for work before they sleep: some tens of microseconds, as long as waking up takes.
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
inline constexpr int pre_search_from = 18;

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

// Passes before the exact one search only the most promising moves of nodes that have at least this many.
inline constexpr int narrowed_from = 8;

// How many moves each of these passes searches, and from how many at the root it takes place. First eight of hard-20:
// 30.4 M nodes instead of 52.3 M. FFO #40-44: 186 M with all three, 223 M with the first alone.
struct NarrowPass {
    int width;
    int from;
};
inline constexpr NarrowPass narrow_passes[] = {{2, 12}, {3, 21}, {4, 23}};

// Internal deepening: nodes of the exact pass without a best move from the table are first searched with only
// `internal_width` moves a node, to find one.
inline constexpr int internal_from = 17;
inline constexpr int internal_width = 3;

// Symmetric positions share an entry of the table.
inline constexpr int merged_from = 24;

// Nodes that several threads may search.
inline constexpr int exact_split_from = 13;

// Discs on each side of the estimated score in the first window. 3 instead: 1.008 of the nodes of `outflank bench`,
// 0.984 on 10x10, 1.030 on 12x12, 1.027 on the first eight of hard-20.
inline constexpr int exact_aspiration = 2;

// Positions with at least `cached_from` and at most `cached_to` are in caches of the thread, those with at least
// `tabled_from` in the table; where both know, the cache is asked first, and for enhanced transposition cut-offs alone.
// Sixteen positions of hard-20: 0.89 of the time without the caches for 1.09 of the nodes; with nothing in the table up
// to `cached_to`, 0.87 for 1.17.
inline constexpr int cached_from = 5;
inline constexpr int tabled_from = 8;
inline constexpr int cached_to = 11;

// The positions in a cache, 16 bytes each. Four times as many: 0.98 of the nodes in 1.15 of the time.
inline constexpr std::size_t endgame_cache_entries = 1 << 12;

// Stable discs are counted only if the opponent has this many discs more than a stability cut-off needs, as a few are
// nearly always unstable. First four of hard-20: the same nodes as with 0.
inline constexpr int stability_slack = 4;

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
inline constexpr int ordering_evaluator_from = 13;
inline constexpr float ordering_term_per_disc = 16;

}  // namespace outflank
