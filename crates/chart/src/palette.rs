//! The colours of a chart, for light and for dark water.

use powerboats_rules::Sides;

/// The colour scheme of a chart, named after its water: light for day, dark for night and for pages in dark mode.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(rename_all = "lowercase"))]
pub enum Water {
    /// Light blue water and a paper-coloured rim.
    #[default]
    Light,
    /// Dark blue water and a dark rim.
    Dark,
}

/// Nearly black, for both schemes.
pub(crate) const INK: &str = "#16222c";

/// All colours that differ between light and dark water.
pub(crate) struct Palette {
    /// From the shallowest water to the deepest.
    pub depths: [&'static str; 4],
    pub contour: &'static str,
    pub grid: &'static str,
    pub heat: &'static str,
    pub ripple: &'static str,
    pub foam: &'static str,
    pub shadow: &'static str,
    pub wet_sand: &'static str,
    pub sand: &'static str,
    pub meadow: &'static str,
    pub meadow_edge: &'static str,
    pub wood: [&'static str; 2],
    pub pine: [&'static str; 2],
    pub leaf: [&'static str; 2],
    pub rock: [&'static str; 2],
    pub reed: &'static str,
    pub bark: &'static str,
    pub wall: &'static str,
    pub roof: [&'static str; 2],
    pub tent: [&'static str; 2],
    pub beam: Option<&'static str>,
    pub rim: &'static str,
    pub rim_ink: &'static str,
    pub gate: &'static str,
    pub gate_casing: &'static str,
    pub arrow: &'static str,
    pub arrow_casing: &'static str,
}

impl From<Sides> for Water {
    /// The scheme of these tile sides; light if they are mixed.
    fn from(sides: Sides) -> Water {
        match sides {
            Sides::Dark => Water::Dark,
            Sides::Light | Sides::Mixed => Water::Light,
        }
    }
}

/// The error of parsing a [`Water`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoWater(pub String);

impl std::fmt::Display for NoWater {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "unknown water {:?}: expected light or dark", self.0)
    }
}

impl std::error::Error for NoWater {}

impl std::str::FromStr for Water {
    type Err = NoWater;

    fn from_str(text: &str) -> Result<Water, NoWater> {
        Water::ALL.into_iter().find(|water| water.name() == text).ok_or_else(|| NoWater(text.to_owned()))
    }
}

impl Water {
    /// Both.
    pub const ALL: [Water; 2] = [Water::Light, Water::Dark];

    pub(crate) fn palette(self) -> &'static Palette {
        match self {
            Water::Light => &LIGHT,
            Water::Dark => &DARK,
        }
    }

    /// `light` or `dark`.
    pub const fn name(self) -> &'static str {
        match self {
            Water::Light => "light",
            Water::Dark => "dark",
        }
    }
}

const LIGHT: Palette = Palette {
    depths: ["#bfe9f1", "#97d6ee", "#7ac5e7", "#62b5de"],
    contour: "#3f95c4",
    grid: "#0d5484",
    heat: "#d5281e",
    ripple: "#e9f8fd",
    foam: "#fbfefe",
    shadow: "#0b3d5c",
    wet_sand: "#d9bd84",
    sand: "#f6e6b8",
    meadow: "#a6cc6b",
    meadow_edge: "#7fae4d",
    wood: ["#86b85a", "#76a950"],
    pine: ["#2f7a4b", "#4b9a5c"],
    leaf: ["#4c9446", "#7fbd57"],
    rock: ["#8d9299", "#b9bec2"],
    reed: "#7d8f3a",
    bark: "#7a5233",
    wall: "#fdf6e6",
    roof: ["#c4503a", "#e0705a"],
    tent: ["#f2c14e", "#d9a22f"],
    beam: None,
    rim: "#fbf5e4",
    rim_ink: "#24465c",
    gate: "#c2187e",
    gate_casing: "#ffffff",
    arrow: "#ffffff",
    arrow_casing: "#123a56",
};

const DARK: Palette = Palette {
    depths: ["#2f85a8", "#1a5f8e", "#124a78", "#0f406c"],
    contour: "#5aa5cf",
    grid: "#b5e0f7",
    heat: "#ff4b33",
    ripple: "#6fb2d8",
    foam: "#d6f1f6",
    shadow: "#031626",
    wet_sand: "#a5854f",
    sand: "#dcc48a",
    meadow: "#6f9a4c",
    meadow_edge: "#4d7a38",
    wood: ["#568541", "#4a7739"],
    pine: ["#1c5638", "#2f7347"],
    leaf: ["#316c34", "#579344"],
    rock: ["#686f78", "#949ba2"],
    reed: "#8a9a45",
    bark: "#5a3c25",
    wall: "#f3ead2",
    roof: ["#a5402e", "#c75c47"],
    tent: ["#d6a53c", "#b98a28"],
    beam: Some("#fff3b8"),
    rim: "#0a2238",
    rim_ink: "#bcdcf0",
    gate: "#ff7ac8",
    gate_casing: "#0a2238",
    arrow: "#ffffff",
    arrow_casing: "#041a2c",
};
