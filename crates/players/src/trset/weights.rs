//! How learned weights are kept in a file: as whole numbers of 16 bits.

/// The size of one.
const STEP: f32 = 1.0 / 1024.0;

/// Reads weights; those that are missing stay as they are.
pub(super) fn read<'a>(weights: impl Iterator<Item = &'a mut f32>, bytes: &[u8]) {
    for (weight, &bytes) in weights.zip(bytes.as_chunks().0) {
        *weight = f32::from(i16::from_le_bytes(bytes)) * STEP;
    }
}

/// The weights as they are kept.
pub(super) fn write<'a>(weights: impl Iterator<Item = &'a f32>) -> Vec<u8> {
    let whole = |weight: &f32| (weight / STEP).round().clamp(-32767.0, 32767.0) as i16;
    weights.flat_map(|weight| whole(weight).to_le_bytes()).collect()
}
