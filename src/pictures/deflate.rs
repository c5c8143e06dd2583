//! Deflate (RFC 1951) for flat drawings, inside zlib (RFC 1950).
//!
//! A drawing repeats the row above, the pixel before, or a shape it showed a little earlier; three guesses a place find that,
//! where a general compressor searches. One block with its own Huffman codes follows. Any bytes come back unchanged; the tests
//! read them back with another decoder.

/// The shortest and longest match that deflate can write (RFC 1951, 3.2.5).
const SHORTEST: usize = 3;
const LONGEST: usize = 258;
/// How far back a match may lie.
const WINDOW: usize = 32 * 1024;
/// A match this long is taken without looking for a better one.
const GOOD: usize = 32;
/// A match shorter than this is held against one that starts a place later.
const SHORT: usize = 12;
/// How many places of a match are remembered for later ones.
const REMEMBERED: usize = 5;
/// Bits of the table that remembers where four bytes were seen last.
const TABLE_BITS: u32 = 13;
/// Matches from that table must save more than their far distance costs.
const SHORTEST_FAR: usize = 5;

/// A literal byte, or a match: length in the upper half, distance in the lower.
type Token = u32;

/// A text in tokens, and how often each symbol comes up in it.
struct Tokens {
    list: Vec<Token>,
    literals: [u32; LITERALS],
    distances: [u32; DISTANCES],
}

impl Tokens {
    fn literal(&mut self, byte: u8) {
        self.list.push(u32::from(byte));
        self.literals[usize::from(byte)] += 1;
    }

    fn repeat(&mut self, length: usize, distance: usize) {
        self.list.push((length as u32) << 16 | distance as u32);
        self.literals[length_symbol(length).0] += 1;
        self.distances[distance_symbol(distance as u32).0] += 1;
    }
}

/// Compresses `data`, whose rows are `stride` bytes long, into a zlib stream.
pub fn zlib(data: &[u8], stride: usize) -> Vec<u8> {
    let mut bits = Bits {
        bytes: Vec::with_capacity(48 * 1024),
        held: 0,
        count: 0,
    };
    // 32 KiB window, fastest level; the two bytes are a multiple of 31.
    bits.bytes.extend_from_slice(&[0x78, 0x01]);
    write_block(&mut bits, tokens(data, stride));
    let mut bytes = bits.finish();
    bytes.extend_from_slice(&adler(data).to_be_bytes());
    bytes
}

fn tokens(data: &[u8], stride: usize) -> Tokens {
    let list = Vec::with_capacity(32 * 1024);
    let mut tokens = Tokens {
        list,
        literals: [0; LITERALS],
        distances: [0; DISTANCES],
    };
    let mut seen = Seen(vec![0; 1 << TABLE_BITS]);
    let mut at = 0;
    while at < data.len() {
        let (mut length, mut distance) = (0, 0);
        let mut consider = |back: usize, least: usize| {
            if back <= at && back <= WINDOW && length < GOOD {
                let found = common(data, at - back, at);
                if found > length && found >= least {
                    (length, distance) = (found, back);
                }
            }
        };
        consider(stride, SHORTEST);
        consider(1, SHORTEST);
        if let Some(before) = seen.put(data, at) {
            consider(at - before, SHORTEST_FAR);
        }
        // A literal may open the way to a longer match one place on.
        let postponed = (SHORTEST..SHORT).contains(&length) && {
            let next = [stride, 1]
                .into_iter()
                .filter(|&back| back <= at + 1 && at + 1 < data.len());
            next.map(|back| common(data, at + 1 - back, at + 1)).max() > Some(length + 2)
        };
        if length >= SHORTEST && !postponed {
            tokens.repeat(length, distance);
            (at + 1..at + length.min(REMEMBERED)).for_each(|place| _ = seen.put(data, place));
            at += length;
        } else {
            tokens.literal(data[at]);
            at += 1;
        }
    }
    tokens
}

/// Where four bytes were seen last, by their hash.
struct Seen(Vec<u32>);

impl Seen {
    /// Remembers the place and says where the same hash was seen before.
    fn put(&mut self, data: &[u8], at: usize) -> Option<usize> {
        let four = u32::from_le_bytes(*data.get(at..)?.first_chunk::<4>()?);
        let slot = (four.wrapping_mul(0x9E37_79B1) >> (32 - TABLE_BITS)) as usize;
        // One more than the place, so that zero means "never". In a stream too long for that a wrong place costs nothing
        // but the try, since matches are always compared.
        let before = std::mem::replace(&mut self.0[slot], (at as u32).wrapping_add(1));
        (before as usize).checked_sub(1).filter(|&before| before < at)
    }
}

/// How many bytes from `before` on equal those from `at` on, at most [`LONGEST`].
fn common(data: &[u8], before: usize, at: usize) -> usize {
    let most = LONGEST.min(data.len() - at);
    let (earlier, here) = (&data[before..before + most], &data[at..at + most]);
    let mut length = 0;
    for (one, other) in earlier.as_chunks::<8>().0.iter().zip(here.as_chunks::<8>().0) {
        let different = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
        if different != 0 {
            return length + (different.trailing_zeros() / 8) as usize;
        }
        length += 8;
    }
    length
        + earlier[length..]
            .iter()
            .zip(&here[length..])
            .take_while(|(one, other)| one == other)
            .count()
}

/// Bits in the order of RFC 1951: lowest first.
struct Bits {
    bytes: Vec<u8>,
    held: u64,
    count: u32,
}

impl Bits {
    /// Appends at most 32 bits.
    fn push(&mut self, Code { bits, length }: Code) {
        self.held |= u64::from(bits) << self.count;
        self.count += length;
        if self.count >= 32 {
            self.bytes.extend_from_slice(&(self.held as u32).to_le_bytes());
            self.held >>= 32;
            self.count -= 32;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let left = self.count.div_ceil(8) as usize;
        self.bytes.extend_from_slice(&self.held.to_le_bytes()[..left]);
        self.bytes
    }
}

/// Up to 32 bits.
#[derive(Clone, Copy, Default)]
struct Code {
    bits: u32,
    length: u32,
}

impl Code {
    fn new(bits: u32, length: u32) -> Code {
        Code { bits, length }
    }

    fn then(self, next: Code) -> Code {
        Code {
            bits: self.bits | next.bits << self.length,
            length: self.length + next.length,
        }
    }
}

const END: usize = 256;
const LITERALS: usize = 286;
const DISTANCES: usize = 30;

/// A length's symbol and the bits that follow it (RFC 1951, 3.2.5).
fn length_symbol(length: usize) -> (usize, Code) {
    match length {
        LONGEST => (285, Code::default()),
        3..=10 => (254 + length, Code::default()),
        _ => {
            let from_three = length as u32 - 3;
            let extra = from_three.ilog2() - 2;
            let symbol = 257 + 4 * extra + (from_three >> extra);
            (symbol as usize, Code::new(from_three & ((1 << extra) - 1), extra))
        }
    }
}

/// A distance's symbol and the bits that follow it.
fn distance_symbol(distance: u32) -> (usize, Code) {
    let from_one = distance - 1;
    if from_one < 4 {
        return (from_one as usize, Code::default());
    }
    let extra = from_one.ilog2() - 1;
    (
        (2 * extra + (from_one >> extra)) as usize,
        Code::new(from_one & ((1 << extra) - 1), extra),
    )
}

/// One last block with codes made for these tokens.
fn write_block(bits: &mut Bits, tokens: Tokens) {
    let Tokens {
        list,
        mut literals,
        mut distances,
    } = tokens;
    literals[END] = 1;
    // Decoders differ about codes with fewer than two symbols.
    literals[0] = literals[0].max(1);
    distances[0] = distances[0].max(1);
    distances[1] = distances[1].max(1);
    let (literal_lengths, distance_lengths) = (code_lengths(&literals, 15), code_lengths(&distances, 15));
    bits.push(Code::new(0b101, 3));
    write_lengths(bits, &literal_lengths, &distance_lengths);

    let (literal_codes, distance_codes) = (codes(&literal_lengths), codes(&distance_lengths));
    // Literals, then lengths with the bits that follow them: one look each.
    let mut starts = literal_codes[..END].to_vec();
    starts.extend((0..=LONGEST).map(|length| {
        if length < SHORTEST {
            return Code::default();
        }
        let (symbol, extra) = length_symbol(length);
        literal_codes[symbol].then(extra)
    }));
    for token in list {
        let (length, distance) = ((token >> 16) as usize, token & 0xFFFF);
        if length == 0 {
            bits.push(starts[distance as usize]);
        } else {
            let (symbol, extra) = distance_symbol(distance);
            bits.push(starts[END + length]);
            bits.push(distance_codes[symbol].then(extra));
        }
    }
    bits.push(literal_codes[END]);
}

/// The order in which the lengths of the length codes are written (RFC 1951, 3.2.7).
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

fn write_lengths(bits: &mut Bits, literals: &[u8], distances: &[u8]) {
    let literals = &literals[..used(literals).max(257)];
    let distances = &distances[..used(distances).max(1)];
    let all: Vec<u8> = [literals, distances].concat();
    let mut symbols: Vec<(usize, Code)> = Vec::with_capacity(all.len());
    for run in all.chunk_by(|one, other| one == other) {
        let (length, mut left) = (run[0], run.len());
        if length > 0 {
            symbols.push((usize::from(length), Code::default()));
            left -= 1;
        }
        while left > 0 {
            let (symbol, taken, extra) = match (length, left) {
                (0, 11..) => (18, left.min(138), Code::new(left.min(138) as u32 - 11, 7)),
                (0, 3..) => (17, left, Code::new(left as u32 - 3, 3)),
                (_, 3..) => (16, left.min(6), Code::new(left.min(6) as u32 - 3, 2)),
                _ => (usize::from(length), 1, Code::default()),
            };
            symbols.push((symbol, extra));
            left -= taken;
        }
    }
    let mut counts = [0_u32; 19];
    symbols.iter().for_each(|&(symbol, _)| counts[symbol] += 1);
    // At least two symbols, as above.
    counts[0] = counts[0].max(1);
    counts[18] = counts[18].max(1);
    let lengths = code_lengths(&counts, 7);
    let codes = codes(&lengths);
    let written = ORDER
        .iter()
        .rposition(|&symbol| lengths[symbol] > 0)
        .map_or(4, |last| (last + 1).max(4));
    bits.push(Code::new(literals.len() as u32 - 257, 5));
    bits.push(Code::new(distances.len() as u32 - 1, 5));
    bits.push(Code::new(written as u32 - 4, 4));
    ORDER[..written]
        .iter()
        .for_each(|&symbol| bits.push(Code::new(u32::from(lengths[symbol]), 3)));
    symbols
        .iter()
        .for_each(|&(symbol, extra)| bits.push(codes[symbol].then(extra)));
}

fn used(lengths: &[u8]) -> usize {
    lengths
        .iter()
        .rposition(|&length| length > 0)
        .map_or(0, |last| last + 1)
}

/// Huffman's code lengths for these counts, none longer than `longest`.
fn code_lengths(counts: &[u32], longest: u8) -> Vec<u8> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = huffman(&counts);
        if lengths.iter().all(|&length| length <= longest) {
            return lengths;
        }
        // Flatter counts make a flatter tree; the loss is a few bits of the rarest symbols.
        counts
            .iter_mut()
            .filter(|count| **count > 0)
            .for_each(|count| *count = *count / 2 + 1);
    }
}

fn huffman(counts: &[u32]) -> Vec<u8> {
    let mut leaves: Vec<usize> = (0..counts.len()).filter(|&symbol| counts[symbol] > 0).collect();
    leaves.sort_by_key(|&symbol| counts[symbol]);
    // Nodes: the leaves by weight, then inner nodes, which come into being by weight as well.
    let mut weights: Vec<u64> = leaves.iter().map(|&symbol| u64::from(counts[symbol])).collect();
    let mut parents = vec![0; leaves.len()];
    let (mut leaf, mut inner) = (0, leaves.len());
    for _ in 1..leaves.len() {
        let parent = weights.len();
        let mut weight = 0;
        for _ in 0..2 {
            let take_leaf = leaf < leaves.len() && (inner >= parent || weights[leaf] <= weights[inner]);
            let node = if take_leaf { &mut leaf } else { &mut inner };
            weight += weights[*node];
            parents[*node] = parent;
            *node += 1;
        }
        weights.push(weight);
        parents.push(0);
    }
    let mut depths = vec![0_u8; weights.len()];
    for node in (0..weights.len().saturating_sub(1)).rev() {
        depths[node] = depths[parents[node]].saturating_add(1);
    }
    let mut lengths = vec![0; counts.len()];
    for (node, &symbol) in leaves.iter().enumerate() {
        lengths[symbol] = depths[node];
    }
    lengths
}

/// The codes that belong to these lengths (RFC 1951, 3.2.2), their bits turned round for writing.
fn codes(lengths: &[u8]) -> Vec<Code> {
    let mut next = [0_u32; 17];
    for length in 1..=15_u8 {
        let shorter = lengths.iter().filter(|&&other| other > 0 && other == length).count() as u32;
        next[usize::from(length) + 1] = (next[usize::from(length)] + shorter) << 1;
    }
    let mut code = |&length: &u8| {
        if length == 0 {
            return Code::default();
        }
        let bits = next[usize::from(length)];
        next[usize::from(length)] += 1;
        Code::new(bits.reverse_bits() >> (32 - u32::from(length)), u32::from(length))
    };
    lengths.iter().map(&mut code).collect()
}

/// Adler-32 (RFC 1950), whose second sum adds up the first after every byte.
///
/// The bytes go into 32 columns that are summed side by side in 16 bits; a block is as long as the columns have room for.
fn adler(data: &[u8]) -> u32 {
    const MODULUS: u32 = 65_521;
    const COLUMNS: usize = 32;
    const BLOCK: usize = 16 * COLUMNS;
    let (mut first, mut second) = (1_u32, 0_u32);
    let (blocks, rest) = data.as_chunks::<BLOCK>();
    for block in blocks {
        let (mut sums, mut earlier) = ([0_u16; COLUMNS], [0_u16; COLUMNS]);
        for row in block.as_chunks::<COLUMNS>().0 {
            for column in 0..COLUMNS {
                earlier[column] += sums[column];
                sums[column] += u16::from(row[column]);
            }
        }
        let (mut sum, mut weighted) = (0, 0);
        for column in 0..COLUMNS {
            sum += u32::from(sums[column]);
            weighted +=
                u32::from(earlier[column]) * COLUMNS as u32 + u32::from(sums[column]) * (COLUMNS - column) as u32;
        }
        second = (second + first * BLOCK as u32 + weighted) % MODULUS;
        first = (first + sum) % MODULUS;
    }
    for &byte in rest {
        first = (first + u32::from(byte)) % MODULUS;
        second = (second + first) % MODULUS;
    }
    second << 16 | first
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reads a stream back with the png crate's decoder: as the rows, without filters, of a grey picture.
    fn read_back(stream: &[u8], width: usize, height: usize) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, width as u32, height as u32);
        encoder.set_color(png::ColorType::Grayscale);
        let mut writer = encoder.write_header().unwrap();
        writer.write_chunk(png::chunk::IDAT, stream).unwrap();
        drop(writer);
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_ignore_text_chunk(true);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; width * height];
        reader.next_frame(&mut pixels).unwrap();
        pixels
    }

    fn survives(pixels: &[u8], width: usize) {
        let rows: Vec<u8> = pixels
            .chunks_exact(width)
            .flat_map(|row| std::iter::once(&0).chain(row))
            .copied()
            .collect();
        let stream = zlib(&rows, width + 1);
        assert_eq!(&stream[stream.len() - 4..], plain_adler(&rows).to_be_bytes());
        assert!(read_back(&stream, width, pixels.len() / width) == pixels);
    }

    fn plain_adler(data: &[u8]) -> u32 {
        let (first, second) = data.iter().fold((1, 0), |(first, second), &byte| {
            let first = (first + u32::from(byte)) % 65_521;
            (first, (second + first) % 65_521)
        });
        second << 16 | first
    }

    #[test]
    fn every_length_and_distance_has_its_symbol() {
        // RFC 1951, 3.2.5: the first length and the first distance of each symbol.
        let lengths = [
            3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
            227,
        ];
        for (symbol, &length) in lengths.iter().enumerate() {
            assert_eq!(length_symbol(length).0, 257 + symbol);
            assert_eq!(length_symbol(length).1.bits, 0);
        }
        assert_eq!((length_symbol(257).0, length_symbol(258).0), (284, 285));
        let distances = [
            1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
            4097, 6145, 8193, 12289, 16385, 24577,
        ];
        for (symbol, &distance) in distances.iter().enumerate() {
            assert_eq!(distance_symbol(distance).0, symbol);
            assert_eq!(distance_symbol(distance).1.bits, 0);
        }
    }

    #[test]
    fn extremes_survive() {
        survives(&[7], 1);
        survives(&[0; 1280 * 40], 1280);
        survives(&(0..=255).cycle().take(256 * 300).collect::<Vec<u8>>(), 256);
        // Counts like Fibonacci numbers make the deepest trees.
        let (mut counts, mut deep) = ([1_usize, 1], Vec::new());
        for symbol in 0..24_u8 {
            deep.extend(std::iter::repeat_n(symbol.wrapping_mul(37), counts[0].min(20_000)));
            counts = [counts[1], counts[0] + counts[1]];
        }
        let mut state = 1_u32;
        let scattered: Vec<u8> = (0..deep.len())
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                deep[(state >> 8) as usize % deep.len()]
            })
            .collect();
        survives(&scattered[..scattered.len() / 100 * 100], 100);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn noise_survives(pixels in prop::collection::vec(any::<u8>(), 1..4000), width in 1_usize..200) {
            let whole = pixels.len() / width.min(pixels.len()) * width.min(pixels.len());
            survives(&pixels[..whole], width.min(pixels.len()));
        }

        /// Runs, repeats from anywhere before, and rows like the row above.
        #[test]
        fn drawings_survive(
            strokes in prop::collection::vec((any::<u8>(), 1_usize..700, 1_usize..40_000, any::<bool>()), 1..120),
            width in 1_usize..1400,
        ) {
            let mut pixels = Vec::new();
            for (ink, length, back, copies) in strokes {
                for _ in 0..length {
                    let copied = if copies { pixels.len().checked_sub(back).map(|from: usize| pixels[from]) } else { None };
                    pixels.push(copied.unwrap_or(ink));
                }
            }
            let width = width.min(pixels.len());
            survives(&pixels[..pixels.len() / width * width], width);
        }
    }
}
