//! What `barycast clash` is made of: a file for each step, and one for each kind of output.

pub(crate) mod baseline;
pub(crate) mod bcf;
pub(crate) mod columns;
pub(crate) mod csv;
pub(crate) mod glb;
pub(crate) mod groups;
pub(crate) mod html;
pub(crate) mod input;
pub(crate) mod json;
pub(crate) mod outputs;
pub(crate) mod pairs;
#[cfg_attr(not(feature = "parquet"), path = "no_parquet.rs")]
pub(crate) mod parquet;
pub(crate) mod picture;
pub(crate) mod report;
pub(crate) mod sets;
pub(crate) mod table;
pub(crate) mod tree;
pub(crate) mod units;
