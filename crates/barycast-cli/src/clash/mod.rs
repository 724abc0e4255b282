//! `barycast clash`: one file for each step and for each kind of output.

pub(crate) mod baseline;
pub(crate) mod bcf;
pub(crate) mod columns;
pub(crate) mod csv;
pub(crate) mod glb;
pub(crate) mod groups;
pub(crate) mod html;
pub(crate) mod identity;
pub(crate) mod input;
pub(crate) mod json;
pub(crate) mod matching;
pub(crate) mod outputs;
pub(crate) mod pairs;
#[cfg(feature = "parquet")]
pub(crate) mod parquet;
#[cfg(not(feature = "parquet"))]
pub(crate) mod parquet_stub;
pub(crate) mod picture;
pub(crate) mod raster;
pub(crate) mod report;
pub(crate) mod selection;
pub(crate) mod table;
pub(crate) mod tree;
pub(crate) mod units;
pub(crate) mod warnings;

#[cfg(not(feature = "parquet"))]
pub(crate) use parquet_stub as parquet;
