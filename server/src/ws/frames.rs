//! Counts WebSocket frames by their headers in the byte stream.
//!
//! The socket's own reader shows whole messages only: pings, pongs and pieces of messages cost it
//! work, and its callers do not see them.

/// The longest header: two bytes, eight of length, four of mask.
const LONGEST_HEADER: usize = 14;
/// In the first byte: the last frame of its message.
const LAST: u8 = 0x80;
/// In the first byte: a ping, pong or close, or something unknown.
const CONTROL: u8 = 0x08;
/// In the second byte: four bytes of mask follow the length.
const MASKED: u8 = 0x80;

/// Follows a client's frames through a stream that may be cut anywhere.
///
/// Nothing is refused here: the reader ends the connection at bytes that are no frame.
#[derive(Debug, Default)]
pub struct Frames {
    header: [u8; LONGEST_HEADER],
    /// The number of bytes of the next header that have arrived.
    have: usize,
    /// The number of bytes of the current frame's payload that are still to come.
    payload: u64,
}

impl Frames {
    /// Follows the next bytes. Returns the number of frames that began in them
    /// and end no message: pings, pongs, closes, and all pieces of a message but
    /// its last.
    pub fn follow(&mut self, mut bytes: &[u8]) -> u32 {
        let mut besides = 0;
        while let Some(&first) = bytes.first() {
            if self.payload > 0 {
                let passed = bytes.len().min(usize::try_from(self.payload).unwrap_or(usize::MAX));
                self.payload -= passed as u64;
                bytes = &bytes[passed..];
                continue;
            }
            if self.have == 0 && (first & LAST == 0 || first & CONTROL != 0) {
                besides += 1;
            }
            self.header[self.have] = first;
            self.have += 1;
            bytes = &bytes[1..];
            if self.have == self.needed() {
                self.payload = self.length();
                self.have = 0;
            }
        }
        besides
    }

    /// The length of the header, as far as it is known.
    fn needed(&self) -> usize {
        if self.have < 2 {
            return 2;
        }
        let mask = if self.header[1] & MASKED == 0 { 0 } else { 4 };
        2 + mask + self.extended()
    }

    /// The number of bytes of length that follow the second byte.
    fn extended(&self) -> usize {
        match self.header[1] & !MASKED {
            126 => 2,
            127 => 8,
            _ => 0,
        }
    }

    /// The payload's length, once the header is whole.
    fn length(&self) -> u64 {
        match self.extended() {
            0 => u64::from(self.header[1] & !MASKED),
            more => {
                self.header[2..2 + more].iter().fold(0, |sum, &byte| sum << 8 | u64::from(byte))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Control, Data, OpCode};
    use tokio_tungstenite::tungstenite::protocol::frame::{Frame, FrameHeader};

    use super::*;

    const KINDS: [OpCode; 6] = [
        OpCode::Data(Data::Text),
        OpCode::Data(Data::Binary),
        OpCode::Data(Data::Continue),
        OpCode::Control(Control::Ping),
        OpCode::Control(Control::Pong),
        OpCode::Control(Control::Close),
    ];

    /// A frame as a client writes it.
    fn written(kind: OpCode, last: bool, length: usize) -> Vec<u8> {
        let header = FrameHeader {
            is_final: last,
            opcode: kind,
            mask: Some([1, 2, 3, 4]),
            ..FrameHeader::default()
        };
        let mut bytes = Vec::new();
        Frame::from_payload(header, vec![b'x'; length].into()).format(&mut bytes).expect("a frame");
        bytes
    }

    fn ends_a_message(kind: OpCode, last: bool) -> bool {
        last && matches!(kind, OpCode::Data(_))
    }

    #[test]
    fn a_frame_is_followed_wherever_it_is_cut() {
        for length in [0, 1, 125, 126, 127, 65_535, 65_536] {
            for kind in KINDS {
                let mut bytes = written(kind, true, length);
                let header = bytes.len() - length;
                // The frame after it shows whether its end was found.
                bytes.extend(written(OpCode::Control(Control::Ping), true, 3));
                let expected = u32::from(!ends_a_message(kind, true)) + 1;
                for cut in 0..=header + 1 {
                    let mut frames = Frames::default();
                    let (before, after) = bytes.split_at(cut);
                    let seen = frames.follow(before) + frames.follow(after);
                    assert_eq!(seen, expected, "{kind:?} of {length} bytes cut at {cut}");
                    assert_eq!((frames.have, frames.payload), (0, 0));
                }
            }
        }
    }

    #[test]
    fn no_length_is_too_long_to_follow() {
        let mut frames = Frames::default();
        let header = [0x82, 0xff, 255, 255, 255, 255, 255, 255, 255, 255, 1, 2, 3, 4];
        assert_eq!(frames.follow(&header), 0);
        assert_eq!(frames.follow(&[0x89; 1000]), 0, "all of it is payload");
        assert_eq!(frames.payload, u64::MAX - 1000);
    }

    proptest! {
        #[test]
        fn any_frames_are_counted_however_they_arrive(
            frames in prop::collection::vec((0..KINDS.len(), any::<bool>(), 0_usize..300), 0..40),
            pieces in prop::collection::vec(1_usize..50, 1..200),
        ) {
            let frames: Vec<_> = frames.iter().map(|&(k, last, len)| (KINDS[k], last, len)).collect();
            let bytes: Vec<u8> =
                frames.iter().flat_map(|&(kind, last, len)| written(kind, last, len)).collect();
            let expected = frames.iter().filter(|(kind, last, _)| !ends_a_message(*kind, *last));
            let mut reader = Frames::default();
            let mut rest = &bytes[..];
            let mut seen = 0;
            for piece in pieces.iter().cycle() {
                let (now, later) = rest.split_at(rest.len().min(*piece));
                seen += reader.follow(now);
                rest = later;
                if rest.is_empty() {
                    break;
                }
            }
            prop_assert_eq!(seen as usize, expected.count());
        }

        #[test]
        fn no_bytes_break_it(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
            Frames::default().follow(&bytes);
        }
    }
}
