//! Numbers as people read them.

/// A number without its fraction, a comma between thousands.
pub fn thousands(number: f64) -> String {
    grouped(&format!("{number:.0}"))
}

/// Digits with a comma between thousands.
pub fn grouped(digits: &str) -> String {
    let length = digits.len();
    let mut text = String::with_capacity(length + length / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (length - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::thousands;

    #[test]
    fn every_third_digit_is_set_off() {
        let written = [0.0, 999.4, 1_000.0, 1_598_924.0, 12_345_678.0].map(thousands);
        assert_eq!(written, ["0", "999", "1,000", "1,598,924", "12,345,678"]);
    }
}
