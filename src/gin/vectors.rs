//! Checks test vectors: JSON Lines, one case a line, made elsewhere by brute force.
