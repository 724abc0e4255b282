//! Shapes as rounded hulls of points and directions, the form that the [oracle](crate::oracle)
//! uses.

use barycast::dynamic::any::{Shape2, Shape3};
use barycast::shape::Linear;
use barycast::vector::Vector;
use dashu_ratio::RBig;
use glam::{DVec2, DVec3};

/// An exact number.
pub type Rational = RBig;

/// The set `{ sum l_i p_i + sum m_j r_j : l, m >= 0, sum l = 1 }`, and every point within `radius`
/// of it.
#[derive(Clone, Debug)]
pub struct Polyhedron {
    /// At least one point.
    pub points: Vec<Vec<Rational>>,
    /// Directions in which it is unbounded.
    pub rays: Vec<Vec<Rational>>,
    /// Radius of the rounding.
    pub radius: Rational,
}

/// Converts the number exactly.
///
/// # Panics
/// On NaN and infinities, which generators do not produce.
#[must_use]
pub fn exact(x: f64) -> Rational {
    Rational::try_from(x).expect("generators make finite numbers")
}

fn vector<V: Vector<Scalar = f64>>(v: V) -> Vec<Rational> {
    (0..V::DIM).map(|i| exact(v.get(i))).collect()
}

fn add(a: &[Rational], b: &[Rational]) -> Vec<Rational> {
    a.iter().zip(b).map(|(x, y)| x + y).collect()
}

fn times(a: &[Rational], s: &Rational) -> Vec<Rational> {
    a.iter().map(|x| x * s).collect()
}

fn negated(a: &[Rational]) -> Vec<Rational> {
    a.iter().map(|x| -x.clone()).collect()
}

impl Polyhedron {
    fn of_points<V: Vector<Scalar = f64>>(points: impl IntoIterator<Item = V>) -> Self {
        let points = points.into_iter().map(vector).collect();
        Self { points, rays: Vec::new(), radius: Rational::ZERO }
    }

    fn dilated(mut self, radius: f64) -> Self {
        self.radius = exact(radius);
        self
    }

    fn linear<L: Linear<Vector: Vector<Scalar = f64>>>(line: &L) -> Self {
        let mut out = Self::of_points([line.origin()]);
        let d = vector(line.direction());
        if L::HAS_END {
            unreachable!("segments are two points");
        }
        if !L::HAS_START {
            out.rays.push(negated(&d));
        }
        out.rays.push(d);
        out
    }

    /// Returns the sums of the center and all signed arms.
    fn zonotope(center: Vec<Rational>, arms: &[Vec<Rational>]) -> Self {
        let mut points = vec![center];
        for arm in arms {
            points = points.iter().flat_map(|p| [add(p, arm), add(p, &negated(arm))]).collect();
        }
        Self { points, rays: Vec::new(), radius: Rational::ZERO }
    }

    /// Returns the plane `n . x = d`: the foot of the origin, and directions that span it.
    fn plane<V: Vector<Scalar = f64>>(normal: V, distance: f64) -> Self {
        let n = vector(normal);
        let nn: Rational = n.iter().map(|x| x * x).fold(Rational::ZERO, |a, b| a + b);
        let foot = times(&n, &(exact(distance) / nn));
        let zero = Rational::ZERO;
        let spanning: Vec<Vec<Rational>> = if n.len() == 2 {
            vec![vec![-n[1].clone(), n[0].clone()]]
        } else {
            // n x each coordinate axis: two of the three span the plane, the third is redundant.
            vec![
                vec![zero.clone(), n[2].clone(), -n[1].clone()],
                vec![-n[2].clone(), zero.clone(), n[0].clone()],
                vec![n[1].clone(), -n[0].clone(), zero],
            ]
        };
        let rays = spanning.iter().flat_map(|r| [r.clone(), negated(r)]).collect();
        Self { points: vec![foot], rays, radius: Rational::ZERO }
    }
}

macro_rules! from_shape {
    ($($Any:ident $V:ident;)*) => {$(
        impl Polyhedron {
            /// Converts the shape; `None` for shapes that are not a rounded polyhedron.
            #[must_use]
            #[allow(unreachable_patterns, reason = "2D has no cylinders")]
            pub fn $Any(shape: &$Any) -> Option<Self> {
                Some(match shape {
                    $Any::Point(s) => Self::of_points([s.0]),
                    $Any::Line(s) => Self::linear(s),
                    $Any::Ray(s) => Self::linear(s),
                    $Any::Segment(s) => Self::of_points([s.a, s.b]),
                    $Any::Plane(s) => Self::plane(s.normal, s.distance),
                    $Any::HalfSpace(s) => {
                        let mut out = Self::plane(s.normal, s.distance);
                        out.rays.push(negated(&vector(s.normal)));
                        out
                    }
                    $Any::Sphere(s) => Self::of_points([s.center]).dilated(s.radius),
                    $Any::Capsule(s) => Self::of_points([s.a, s.b]).dilated(s.radius),
                    $Any::Aabb(s) => {
                        let corners = (0..1 << $V::DIM).map(|bits: usize| {
                            <$V as Vector>::from_fn(|i| if bits >> i & 1 == 1 { s.max[i] } else { s.min[i] })
                        });
                        Self::of_points(corners)
                    }
                    $Any::Obb(s) => {
                        let arms: Vec<_> = (0..$V::DIM)
                            .map(|i| times(&vector(s.axis(i)), &exact(s.half_extents[i])))
                            .collect();
                        Self::zonotope(vector(s.center), &arms)
                    }
                    $Any::Triangle(s) => Self::of_points([s.a, s.b, s.c]),
                    $Any::Convex(s) => Self::of_points(s.points().iter().copied()),
                    $Any::Rounded(s) => Self::$Any(&s.core)?.dilated(s.radius),
                    $Any::Parallelogram(s) => {
                        let (o, u, v) = (vector(s.origin), vector(s.u), vector(s.v));
                        let (ou, ov) = (add(&o, &u), add(&o, &v));
                        let points = vec![o, ou.clone(), add(&ou, &v), ov];
                        Self { points, rays: Vec::new(), radius: Rational::ZERO }
                    }
                    _ => return None,
                })
            }
        }
    )*};
}

#[allow(non_snake_case, reason = "named after the enum that it reads")]
mod from {
    use super::*;
    from_shape! { Shape2 DVec2; Shape3 DVec3; }

    impl Polyhedron {
        /// Converts the shapes that exist in 3D only: an infinite cylinder is a rounded line.
        #[must_use]
        pub fn solid(shape: &Shape3) -> Option<Self> {
            match shape {
                Shape3::InfiniteCylinder(s) => Some(Self::linear(&s.axis()).dilated(s.radius)),
                Shape3::Tetrahedron(s) => Some(Self::of_points(s.corners())),
                Shape3::Rounded(s) => Some(Self::solid(&s.core)?.dilated(s.radius)),
                other => Self::Shape3(other),
            }
        }
    }
}
