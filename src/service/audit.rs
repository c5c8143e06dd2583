use super::{chapter, plan};
use crate::id::TableId;
use crate::store::{Audit, StoreError};

/// Reads every log of a database and notes what is derived from it; gives the tables and events whose log can't be
/// read.
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
    for id in audit.events().await? {
        let truth = match audit.event_log(id).await {
            Ok(log) => chapter::truth(id, &log),
            Err(StoreError::Impossible(_)) => None,
            Err(error) => return Err(error),
        };
        match truth {
            Some(truth) => audit.note_event(&truth).await?,
            None => {
                audit.unread_event(id).await?;
                unread.push(TableId(id.0));
            }
        }
    }
    Ok(unread)
}
