//! What `barycast clash` is made of: a file for each step, and one for each kind of output.

pub(crate) mod baseline;
pub(crate) mod csv;
pub(crate) mod groups;
pub(crate) mod input;
pub(crate) mod json;
pub(crate) mod report;
pub(crate) mod sets;
pub(crate) mod table;
pub(crate) mod units;
