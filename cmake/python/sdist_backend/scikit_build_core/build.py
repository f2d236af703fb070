"""Stands in for the build back end that imgui-bundle's source distribution names.

`pip download` asks it for the metadata before it keeps the archive; nothing is ever built.
"""

from pathlib import Path

NAME, VERSION = "imgui-bundle", "1.93.0"


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    folder = Path(metadata_directory) / f"{NAME.replace('-', '_')}-{VERSION}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {VERSION}\n", encoding="ascii"
    )
    (folder / "WHEEL").write_text("Wheel-Version: 1.0\n", encoding="ascii")
    return folder.name
