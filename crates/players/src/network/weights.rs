//! Files of learned weights.
//!
//! A file is a head and the weights, all numbers with their lowest byte first:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `VZWEIGHT` |
//! | 24 | the network's name, filled up with zeros |
//! | 4 | the layout's version |
//! | 4 | how many weights follow |
//! | 8 | a hash of all other bytes of the file (FNV-1a) |
//! | 1 or 2 each | the weights as whole numbers of a step that the layout knows |

/// The bytes that every file begins with.
const MAGIC: &[u8; 8] = b"VZWEIGHT";

/// The most bytes that a network's name may have.
const NAME: usize = 24;

/// The offsets of the hash and of the first weight.
const HASH: usize = MAGIC.len() + NAME + 8;
const HEAD: usize = HASH + 8;

/// The width of the integers in which weights are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// From -127 to 127.
    Byte,
    /// From -32,767 to 32,767.
    Word,
}

/// The layout of a network's weights in a file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// The network's name, 24 bytes of ASCII at most.
    pub name: &'static str,
    /// Rises whenever weights come to stand for something else.
    pub version: u32,
    /// The number of weights.
    pub weights: usize,
    /// The width of the integers in which they are stored.
    pub width: Width,
    /// The integer that stands for 1: a power of two.
    pub parts: f32,
}

/// The reasons for which bytes are not the weights of a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Another kind of file, or only the beginning of a head.
    #[error("this is no file of weights")]
    Foreign,
    /// Weights of another network.
    #[error("these are the weights of {found:?}, where those of {expected:?} are wanted")]
    Name {
        /// The network whose weights they are.
        found: String,
        /// The network whose weights they should be.
        expected: &'static str,
    },
    /// Weights of the expected network, from another version of this program.
    #[error("{name} has weights of layout {found}, where layout {expected} is known")]
    Version {
        /// The network.
        name: &'static str,
        /// The file's layout.
        found: u32,
        /// The layout that is known.
        expected: u32,
    },
    /// Too few weights, or too many.
    #[error("{name} has {expected} weights, where the file tells of {found} in {bytes} bytes")]
    Length {
        /// The network.
        name: &'static str,
        /// The number of weights that the file's head states.
        found: u32,
        /// The number of weights of the network.
        expected: usize,
        /// The number of bytes after the head.
        bytes: usize,
    },
    /// Weights of which a byte has changed.
    #[error("the weights of {name} are damaged")]
    Damaged {
        /// The network.
        name: &'static str,
    },
}

impl Layout {
    /// Reads weights from a file.
    ///
    /// # Errors
    /// If the file is not whole, or not one of this layout.
    pub fn read(&self, file: &[u8]) -> Result<Vec<f32>, WeightsError> {
        let &Self { name, version, weights, .. } = self;
        if !file.starts_with(MAGIC) || file.len() < HEAD {
            return Err(WeightsError::Foreign);
        }
        let (head, numbers) = file.split_at(HEAD);
        let (named, told) = head[MAGIC.len()..].split_at(NAME);
        let end = named.iter().position(|&byte| byte == 0).unwrap_or(NAME);
        if &named[..end] != name.as_bytes() {
            let found = String::from_utf8_lossy(&named[..end]).into_owned();
            return Err(WeightsError::Name { found, expected: name });
        }
        let word = |at| u32::from_le_bytes(std::array::from_fn(|byte| told[at + byte]));
        if word(0) != version {
            return Err(WeightsError::Version { name, found: word(0), expected: version });
        }
        let bytes = numbers.len();
        if word(4) as usize != weights || bytes != weights * self.bytes() {
            return Err(WeightsError::Length { name, found: word(4), expected: weights, bytes });
        }
        if told[8..] != hash(&head[..HASH], numbers).to_le_bytes() {
            return Err(WeightsError::Damaged { name });
        }
        Ok(match self.width {
            Width::Byte => numbers.iter().map(|&byte| f32::from(byte as i8)).collect::<Vec<_>>(),
            Width::Word => {
                let words = numbers.as_chunks().0.iter();
                words.map(|&bytes| f32::from(i16::from_le_bytes(bytes))).collect()
            }
        }
        .into_iter()
        .map(|number| number / self.parts)
        .collect())
    }

    /// Makes a file of weights, each rounded to the nearest number.
    ///
    /// # Panics
    /// If there are not as many as the layout says.
    pub fn write<'a>(&self, weights: impl IntoIterator<Item = &'a f32>) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend(self.name.bytes());
        file.resize(MAGIC.len() + NAME, 0);
        file.extend(self.version.to_le_bytes());
        file.extend((self.weights as u32).to_le_bytes());
        file.extend([0; 8]);
        for weight in weights {
            match (self.number(*weight), self.width) {
                (number, Width::Byte) => file.push(number as i8 as u8),
                (number, Width::Word) => file.extend((number as i16).to_le_bytes()),
            }
        }
        assert_eq!(file.len(), HEAD + self.weights * self.bytes(), "not the layout's weights");
        let hash = hash(&file[..HASH], &file[HEAD..]);
        file[HASH..HEAD].copy_from_slice(&hash.to_le_bytes());
        file
    }

    /// Returns the weight as it is read back from a file.
    pub fn rounded(&self, weight: f32) -> f32 {
        self.number(weight) / self.parts
    }

    /// The integer in which a weight is stored.
    fn number(&self, weight: f32) -> f32 {
        let most = match self.width {
            Width::Byte => 127.0,
            Width::Word => 32_767.0,
        };
        (weight * self.parts).round().clamp(-most, most)
    }

    const fn bytes(&self) -> usize {
        match self.width {
            Width::Byte => 1,
            Width::Word => 2,
        }
    }
}

/// FNV-1a (Fowler, Noll, Vo) over some bytes and then others.
fn hash(first: &[u8], then: &[u8]) -> u64 {
    first.iter().chain(then).fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const BYTES: Layout =
        Layout { name: "bytes", version: 3, weights: 4, width: Width::Byte, parts: 16.0 };
    const WORDS: Layout = Layout { name: "words", width: Width::Word, parts: 1024.0, ..BYTES };

    #[test]
    fn weights_come_back_rounded() {
        for (layout, rounded) in [
            (BYTES, [0.5, -7.9375, 7.9375, 0.0625]),
            (WORDS, [0.5, -31.999_023, 31.999_023, 0.049_804_688]),
        ] {
            let file = layout.write(&[0.5, -70.0, 70.0, 0.05]);
            assert_eq!(layout.read(&file).unwrap(), rounded);
            assert_eq!(layout.write(&rounded), file);
            assert_eq!(layout.rounded(0.05), rounded[3]);
        }
    }

    #[test]
    fn the_head_is_as_described() {
        let file = BYTES.write(&[0.0625, -0.0625, 0.0, 1.0]);
        assert_eq!(&file[..13], b"VZWEIGHTbytes");
        assert!(file[13..32].iter().all(|&byte| byte == 0));
        assert_eq!(file[32..40], [3, 0, 0, 0, 4, 0, 0, 0]);
        assert_eq!(file[48..], [1, 255, 0, 16]);
    }

    #[test]
    fn what_is_short_long_or_foreign_is_refused() {
        let file = WORDS.write(&[1.0, 2.0, 3.0, 4.0]);
        let refused = |file: &[u8]| WORDS.read(file).unwrap_err().to_string();
        for foreign in [&[][..], b"VZWEIGHT", &file[..HEAD - 1], &[0; 200], &file[HEAD..]] {
            assert_eq!(refused(foreign), "this is no file of weights");
        }
        for wrong in [&file[..HEAD], &file[..file.len() - 1], &[&file[..], &[0]].concat()] {
            let bytes = wrong.len() - HEAD;
            let told = format!("words has 4 weights, where the file tells of 4 in {bytes} bytes");
            assert_eq!(refused(wrong), told);
        }
        let more = Layout { weights: 5, ..WORDS }.write(&[0.0; 5]);
        assert_eq!(refused(&more), "words has 4 weights, where the file tells of 5 in 10 bytes");
        assert_eq!(
            refused(&BYTES.write(&[0.0; 4])),
            "these are the weights of \"bytes\", where those of \"words\" are wanted"
        );
        assert_eq!(
            refused(&Layout { version: 2, ..WORDS }.write(&[0.0; 4])),
            "words has weights of layout 2, where layout 3 is known"
        );
    }

    #[test]
    fn a_changed_byte_is_found() {
        let file = WORDS.write(&[1.0, 2.0, 3.0, 4.0]);
        for at in HASH..file.len() {
            let mut changed = file.clone();
            changed[at] ^= 4;
            assert_eq!(WORDS.read(&changed), Err(WeightsError::Damaged { name: "words" }));
        }
    }
}
