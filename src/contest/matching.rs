//! The cheapest way to put an even number of things into pairs.

use std::convert::Infallible;

use rustworkx_core::max_weight_matching::max_weight_matching;
use rustworkx_core::petgraph::graph::UnGraph;

/// The pairs, each with the smaller index first and in ascending order, whose costs sum up to the least; everybody is in
/// one pair when the number is even, and one is left over when it is odd.
pub(super) fn cheapest(count: usize, cost: impl Fn(usize, usize) -> i128) -> Vec<[usize; 2]> {
    let mut graph = UnGraph::<(), i128>::with_capacity(count, count * count / 2);
    let nodes: Vec<_> = (0..count).map(|_| graph.add_node(())).collect();
    let mut costs = Vec::with_capacity(count * count / 2);
    for one in 0..count {
        for two in one + 1..count {
            costs.push((one, two, cost(one, two)));
        }
    }
    let dearest = costs.iter().map(|(.., cost)| *cost).max().unwrap_or(0);
    for (one, two, cost) in costs {
        graph.add_edge(nodes[one], nodes[two], dearest - cost);
    }
    let weight =
        |edge: rustworkx_core::petgraph::graph::EdgeReference<'_, i128>| Ok::<i128, Infallible>(*edge.weight());
    let matched = match max_weight_matching(&graph, true, weight, false) {
        Ok(matched) => matched,
        Err(never) => match never {},
    };
    let mut pairs: Vec<[usize; 2]> = matched
        .into_iter()
        .map(|(one, two)| [one.min(two), one.max(two)])
        .collect();
    pairs.sort_unstable();
    pairs
}
