//! x
#[test] fn t(){}
