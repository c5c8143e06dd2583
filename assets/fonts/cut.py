"""Cuts the fonts in this folder out of Debian's packages; see README.md beside it.

    python3 cut.py FOLDER     FOLDER holds the unpacked packages' usr/share/fonts
"""

import sys
from pathlib import Path

import uharfbuzz
from fontTools import subset
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

HERE = Path(__file__).parent


def span(*ranges):
    return {code for first, last in ranges for code in range(first, last + 1)}


def charset(*encodings):
    """Every character that these two-byte encodings can write."""
    found = set()
    for encoding in encodings:
        for lead in range(0x81, 0xFF):
            for trail in range(0x40, 0xFF):
                try:
                    text = bytes([lead, trail]).decode(encoding)
                except UnicodeDecodeError:
                    continue
                if len(text) == 1:
                    found.add(ord(text))
    return found


def big5_level_1():
    """The 5,401 frequent characters: rows A4 to C6, up to C67E."""
    found = set()
    for lead in range(0xA4, 0xC7):
        for trail in [*range(0x40, 0x7F), *range(0xA1, 0xFF)]:
            if (lead, trail) > (0xC6, 0x7E):
                break
            try:
                found.add(ord(bytes([lead, trail]).decode("big5")))
            except UnicodeDecodeError:
                continue
    return found


def gb2312():
    return {code for code in charset("gb2312") if 0x4E00 <= code < 0xA000}


def jis():
    """JIS X 0208: through EUC, whose two bytes both have the high bit."""
    found = set()
    for lead in range(0xA1, 0xFF):
        for trail in range(0xA1, 0xFF):
            try:
                found.add(ord(bytes([lead, trail]).decode("euc_jp")))
            except (UnicodeDecodeError, TypeError):
                continue
    return {code for code in found if 0x4E00 <= code < 0xA000}


def hangul():
    """All 11,172 syllables."""
    return span((0xAC00, 0xD7A3))


LATIN = span((0x20, 0x7E), (0xA0, 0x17F), (0x18F, 0x18F), (0x192, 0x192), (0x1A0, 0x1A1), (0x1AF, 0x1B0),
             (0x1CD, 0x1DC), (0x1E6, 0x1E7), (0x1FA, 0x1FF), (0x218, 0x21B), (0x259, 0x259), (0x1E80, 0x1E85),
             (0x1E9E, 0x1E9E), (0x1EA0, 0x1EF9))
SIGNS = span((0x2010, 0x2015), (0x2018, 0x201E), (0x2020, 0x2022), (0x2026, 0x2026), (0x2030, 0x2030),
             (0x2039, 0x203A), (0x20AC, 0x20AC), (0x2116, 0x2116), (0x2122, 0x2122), (0x2190, 0x2193),
             (0x2212, 0x2212), (0x2605, 0x2606))
MARKS = span((0x300, 0x304), (0x306, 0x30C), (0x31B, 0x31B), (0x323, 0x323), (0x327, 0x328))
GREEK = span((0x384, 0x38A), (0x38C, 0x38C), (0x38E, 0x3A1), (0x3A3, 0x3CE))
CYRILLIC = span((0x400, 0x45F), (0x490, 0x493), (0x496, 0x497), (0x49A, 0x49B), (0x4A2, 0x4A3), (0x4AE, 0x4B1),
                (0x4BA, 0x4BB), (0x4D8, 0x4D9), (0x4E8, 0x4E9))
KANA = span((0x3001, 0x3003), (0x3005, 0x3011), (0x3014, 0x3017), (0x301C, 0x301C), (0x3041, 0x3096),
            (0x3099, 0x30FF), (0x3105, 0x312D), (0xFF01, 0xFF5E), (0xFF61, 0xFF9F))
JAMO = span((0x1100, 0x1112), (0x1161, 0x1175), (0x11A8, 0x11C2), (0x3131, 0x318E))
# Signs that names are fond of and Inter has not.
ORNAMENTS = span((0x2460, 0x2473), (0x2500, 0x2503), (0x25A0, 0x25A1), (0x25B2, 0x25B3), (0x25BC, 0x25BD),
                 (0x25C6, 0x25C7), (0x25CB, 0x25CB), (0x25CE, 0x25CF), (0x2640, 0x2640), (0x2642, 0x2642),
                 (0x2660, 0x2667), (0x266A, 0x266A), (0x2605, 0x2606))
ARABIC = span((0x20, 0x20), (0x60C, 0x60C), (0x61B, 0x61B), (0x61F, 0x61F), (0x621, 0x63A), (0x640, 0x655),
              (0x660, 0x66D), (0x670, 0x671), (0x679, 0x679), (0x67E, 0x67E), (0x686, 0x686), (0x688, 0x688),
              (0x691, 0x691), (0x698, 0x698), (0x6A9, 0x6A9), (0x6AF, 0x6AF), (0x6BA, 0x6BA), (0x6BE, 0x6BE),
              (0x6C0, 0x6C3), (0x6CC, 0x6CC), (0x6D2, 0x6D5), (0x6F0, 0x6F9), (0x200C, 0x200D))
HEBREW = span((0x20, 0x20), (0x5B0, 0x5C4), (0x5C7, 0x5C7), (0x5D0, 0x5EA), (0x5F0, 0x5F4))
DEVANAGARI = span((0x20, 0x20), (0x900, 0x97F), (0x200C, 0x200D), (0x25CC, 0x25CC))
THAI = span((0x20, 0x20), (0xE01, 0xE3A), (0xE3F, 0xE5B), (0x25CC, 0x25CC))

# Frequent in names and in Cantonese, but in none of the three character sets.
NAMES = {ord(letter) for letter in (
    "喆堃玥珺翀昇祎甯靓赟頔彧犇淼垚瑄璟煜熠烨芃芸茗萱菡妤婕嫣琤珩琰琬珞珂琪瑀瑷璎璐瓒钰钿铖铭锴镕"
    "旻昊昕昱晔晞晟暄曈曦朔栩桉桢梓棣楠榕樾橦毓沁沅泓泠洺浠涵淇渟湉溪滢漪潇澍澜濛炜炫焓焜煊煦熹燊"
    "祺禛禾稷竑笙筠箐籽粲綦纾绎绮缇羿翊翎翾聿肸舸艾芊芮苒苡茉茜荀荔荟荻莀莜莞菁菀菲萌葭蒽蓁蓓蔓蕊蕙薇藜"
    "虓蜜衍袆裴褚襄觅諪诒诩谌谧赜赫轩辰逸遥邈邵郗郢郦郝酆釉錡钧铉锦镱闫闵闻阮隽雯霁霂霄霖霏霓露靖韫韬韵"
    "頫颀颉颖飏飒馥骁骐骞鲲鸢鸿鹤鹭麒麓黛龑龢嘅係喺唔咗哋嘢嚟嗰咁啲冇佢乜嘥攞揾瞓搵邨埗孭氹冚嬲嚿𠮶𨋢"
)}

INTER_FEATURES = ["kern", "mark", "mkmk", "ccmp", "locl"]


def cut(source, name, codes, features, number=-1):
    options = subset.Options()
    # Dropping a font's names makes a shaper take its spaces from some other font.
    options.name_IDs = ["*"]
    options.layout_features = features
    options.font_number = number
    options.hinting = False
    options.desubroutinize = False
    options.notdef_outline = True
    options.drop_tables += ["BASE", "VORG", "vhea", "vmtx", "DSIG", "STAT"]
    font = subset.load_font(str(source), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=codes)
    cutter.subset(font)
    target = HERE / name
    subset.save_font(font, str(target), options)
    have = set(TTFont(target).getBestCmap())
    print(f"{name}: {target.stat().st_size:,} bytes, {len(have):,} characters, {len(codes - have)} not in the source")


def add_kerning(name, codes):
    """Writes the pairs that GPOS kerns into a plain `kern` table, the only form that ab_glyph reads."""
    target = HERE / name
    face = uharfbuzz.Face(target.read_bytes())
    font = uharfbuzz.Font(face)
    cmap = TTFont(target).getBestCmap()
    letters = [chr(code) for code in sorted(codes) if code in cmap and chr(code).isalnum() or chr(code) in ".,-'"]

    def advances(text, on):
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        uharfbuzz.shape(font, buffer, {"kern": on, "liga": False, "calt": False, "ccmp": False})
        return buffer.glyph_positions[0].x_advance if len(buffer.glyph_positions) == 2 else None

    pairs = {}
    for left in letters:
        for right in letters:
            plain, kerned = advances(left + right, False), advances(left + right, True)
            if plain is not None and kerned is not None and abs(kerned - plain) >= face.upem // 100:
                pairs[cmap[ord(left)], cmap[ord(right)]] = kerned - plain
    table = newTable("kern")
    table.version = 0
    plain = KernTable_format_0()
    plain.version, plain.coverage, plain.format, plain.apple = 0, 1, 0, False
    plain.kernTable = pairs
    table.kernTables = [plain]
    opened = TTFont(target)
    opened["kern"] = table
    opened.save(target)
    print(f"{name}: {len(pairs):,} kerned pairs, {target.stat().st_size:,} bytes")


def main():
    fonts = Path(sys.argv[1])
    inter = LATIN | SIGNS | MARKS | GREEK | CYRILLIC
    for weight in ["SemiBold", "Bold"]:
        cut(fonts / f"opentype/inter/Inter-{weight}.otf", f"Inter-{weight}.otf", inter, INTER_FEATURES)
        add_kerning(f"Inter-{weight}.otf", span((0x20, 0x7E), (0xC0, 0x17E)))
    cjk = fonts / "opentype/noto/NotoSansCJK-Medium.ttc"
    codes = gb2312() | big5_level_1() | jis() | hangul() | KANA | JAMO | ORNAMENTS | NAMES | {0x20}
    cut(cjk, "NotoSansCJKsc-Medium.otf", codes, ["ccmp"], number=2)
    noto = fonts / "truetype/noto"
    cut(noto / "NotoSansArabic-Regular.ttf", "NotoSansArabic-Regular.ttf", ARABIC, ["*"])
    cut(noto / "NotoSansHebrew-Regular.ttf", "NotoSansHebrew-Regular.ttf", HEBREW, ["*"])
    cut(noto / "NotoSansDevanagari-Regular.ttf", "NotoSansDevanagari-Regular.ttf", DEVANAGARI, ["*"])
    cut(noto / "NotoSansThai-Regular.ttf", "NotoSansThai-Regular.ttf", THAI, ["*"])


main()
