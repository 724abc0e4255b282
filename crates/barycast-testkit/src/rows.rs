//! The rows of the table of pairs, by dimension.

/// Calls `$then!` with the arguments in its parentheses, a comma, and the 2D rows among all that
/// `barycast::with_rows!` passes.
#[macro_export]
macro_rules! rows_in_2d {
    ($then:ident!($($with:tt)*)
     both_same { $($both_same:tt)* } both_pair { $($both_pair:tt)* }
     d2_same { $($d2_same:tt)* } d2_pair { $($d2_pair:tt)* }
     d3_same { $($d3_same:tt)* } d3_pair { $($d3_pair:tt)* }) => {
        $then!($($with)*, $($both_same)* $($both_pair)* $($d2_same)* $($d2_pair)*);
    };
}

/// The same with the 3D rows.
#[macro_export]
macro_rules! rows_in_3d {
    ($then:ident!($($with:tt)*)
     both_same { $($both_same:tt)* } both_pair { $($both_pair:tt)* }
     d2_same { $($d2_same:tt)* } d2_pair { $($d2_pair:tt)* }
     d3_same { $($d3_same:tt)* } d3_pair { $($d3_pair:tt)* }) => {
        $then!($($with)*, $($both_same)* $($both_pair)* $($d3_same)* $($d3_pair)*);
    };
}
