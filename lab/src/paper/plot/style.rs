//! Colours and lines, for light pages and dark ones.

/// Colours that people with any colour vision can distinguish, on light and on dark (after M.
/// Okabe, K. Ito, "Color universal design", 2008).
const COLOURS: [(&str, &str); 6] = [
    ("#0072b2", "#56b4e9"),
    ("#d55e00", "#ff9d5c"),
    ("#007a5a", "#2fc79a"),
    ("#9b4f83", "#e29cc9"),
    ("#7a6a00", "#e0c846"),
    ("#444444", "#bbbbbb"),
];

/// Everything that is no curve: name, on light, on dark.
const TONES: [(&str, &str, &str); 4] = [
    ("ink", "#222222", "#dddddd"),
    ("paper", "#ffffff", "#16181c"),
    ("grid", "#e3e3e3", "#30343b"),
    ("axis", "#777777", "#8a8f98"),
];

const RULES: &str = "\
text { font: 13px system-ui, sans-serif; fill: var(--ink) }
.title { font-size: 15px; font-weight: 600 }
.small { font-size: 12px }
.middle { text-anchor: middle }
.end { text-anchor: end }
.paper { fill: var(--paper) }
.grid { stroke: var(--grid) }
.axis { stroke: var(--axis); fill: none }
.line { fill: none; stroke-width: 2 }
.dashed { fill: none; stroke-width: 1.6; stroke-dasharray: 6 4 }
.bar { stroke: none }
.error { fill: none; stroke-width: 1.2; opacity: 0.7 }
.over { stroke: var(--ink) }
";

/// The class of the curve with this number.
pub(super) fn colour(curve: usize) -> String {
    format!("c{}", curve % COLOURS.len())
}

/// The style sheet.
pub(super) fn sheet() -> String {
    let variables = |dark: bool| -> String {
        let of = |light: &'static str, on_dark: &'static str| if dark { on_dark } else { light };
        let tones = TONES.iter().map(|(name, a, b)| format!("--{name}: {};", of(a, b)));
        let curves = COLOURS.iter().enumerate();
        let curves = curves.map(|(at, (a, b))| format!("--c{at}: {};", of(a, b)));
        tones.chain(curves).collect::<Vec<_>>().join(" ")
    };
    let classes: String = (0..COLOURS.len())
        .map(|at| format!(".c{at} {{ stroke: var(--c{at}); fill: var(--c{at}) }}\n"))
        .collect();
    let (light, dark) = (variables(false), variables(true));
    format!(
        "svg {{ {light} }}\n@media (prefers-color-scheme: dark) {{ svg {{ {dark} }} \
         }}\n{classes}{RULES}"
    )
}
