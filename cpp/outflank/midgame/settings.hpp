// How a search behaves, where agents differ in it.
#pragma once

#include <limits>
#include <memory>
#include <optional>

#include "selectivity.hpp"

namespace outflank {

// What a move is worth for being searched early; among equals board order decides.
struct OrderingWeights {
    // Of the kind of square. Those beside a corner are bad while the corner is empty.
    int corner = 18;
    int edge = 2;
    int x_square = -12;
    int c_square = -5;

    // Of what the move does.
    int reply = -8;      // each reply of the opponent, those in corners twice
    int potential = -2;  // each empty square beside a disc of the player, where replies may appear

    int killer = 4;  // a move that refuted another one at the same ply
};

class OrderingTable;

struct Settings {
    OrderingWeights ordering;
    std::optional<ErrorModel> errors;  // of the evaluator, whose values are discs then; none: nothing is left out
    int confidence = certain;          // of a search that leaves things out
    std::shared_ptr<const OrderingTable> learned;  // orders the midgame instead of the weights, if there is one
    bool table = true;                             // remember positions
    bool pre_search = false;  // it leads an exact search: ends before it, and keeps its entries apart from others
    int threads = 1;
    int exact_from = 0;  // solve positions with at most this many empty squares, whatever the depth
    int lines = 1;       // how many of the best moves get their own value and line
    float window = 0;    // half of that around a guess of the value; 0: values are no discs
};

}  // namespace outflank
