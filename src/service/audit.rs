use super::plan;
use crate::id::TableId;
use crate::store::{Audit, StoreError};

/// Reads every log of a database and notes what is derived from it; gives the tables whose log can't be read.
///
/// # Errors
/// When the database fails.
pub async fn reckon(audit: &mut Audit) -> Result<Vec<TableId>, StoreError> {
    let mut unread = Vec::new();
    for id in audit.tables().await? {
        let truth = match audit.log(id).await {
            Ok(log) => plan::truth(id, &log),
            Err(StoreError::Impossible(_)) => None,
            Err(error) => return Err(error),
        };
        match truth {
            Some(truth) => audit.note(&truth).await?,
            None => {
                audit.unread(id).await?;
                unread.push(id);
            }
        }
    }
    Ok(unread)
}
