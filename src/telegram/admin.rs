//! `/ginadmin cancel k7q2m spam`: what moderators ask for.

use crate::ui::Order;

/// Reads what stands behind `/ginadmin`.
pub(super) fn read(words: &[String]) -> Order {
    let Some((what, rest)) = words.split_first() else {
        return Order::Log;
    };
    let (id, reason) = match rest.split_first() {
        Some((id, reason)) => (id.clone(), (!reason.is_empty()).then(|| reason.join(" "))),
        None => (String::new(), None),
    };
    match what.to_lowercase().as_str() {
        "cancel" | "取消" => Order::Cancel { id, reason },
        "void" | "作废" | "作廢" => Order::Void { id, reason },
        _ => Order::Log,
    }
}
