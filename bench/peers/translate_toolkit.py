"""Reads files with Translate Toolkit's own classes and writes them again.

Each line of JSON on standard input is a task, and each line of JSON on standard output its result, in the
same order. A task has `format` (an id of Dragoman's), `path`, and one of: `out` (write the serialized file
there; with `text`, also set one unit and write the result to `out` + `.edited`), or `rounds` (measure the
seconds of reading, and of serializing after setting one unit, without the start of the interpreter).
"""
import importlib
import json
import re
import sys
import time

from translate import __version__
from translate.storage import jsonl10n

CLASSES = {
    "android-xml": ["aresource.AndroidResourceFile"],
    "apple-strings": ["properties.stringsutf8file", "properties.stringsfile"],
    "apple-stringsdict": ["stringsdict.StringsDictFile"],
    "arb": ["jsonl10n.ARBJsonFile"],
    "chrome-json": ["jsonl10n.WebExtensionJsonFile"],
    "csv": ["csvl10n.csvfile"],
    "fluent": ["fluent.FluentFile"],
    "gettext-po": ["pypo.pofile"],
    "i18next-json": ["jsonl10n.I18NextV4File"],
    "icu-json": ["jsonl10n.JsonFile"],
    "ini": ["ini.inifile"],
    "java-properties": ["properties.javautf8file", "properties.javafile"],
    "json": ["jsonl10n.JsonNestedFile"],
    "laravel-json": ["jsonl10n.JsonFile"],
    "php-array": ["php.phpfile"],
    "qt-ts": ["ts2.tsfile"],
    "rails-yaml": ["yaml.RubyYAMLFile"],
    "resx": ["resx.RESXFile"],
    "slang-json": ["jsonl10n.JsonNestedFile"],
    "tbx": ["tbx.tbxfile"],
    "tmx": ["tmx.tmxfile"],
    "vue-i18n-json": ["jsonl10n.JsonNestedFile"],
    "xliff-1": ["xliff.xlifffile"],
    "yaml": ["yaml.YAMLFile"],
}


def class_of(name):
    module, cls = name.split(".")
    return getattr(importlib.import_module(f"translate.storage.{module}"), cls)


def is_usable(names):
    """Whether all classes can be used: some need packages that are not installed with the toolkit."""
    try:
        for name in names:
            class_of(name)()
        return True
    except ImportError:
        return False


def parse(task):
    """Reads the file with the first class that accepts it; a format with two has them for different charsets."""
    problem = None
    for name in CLASSES[task["format"]]:
        try:
            with open(task["path"], "rb") as file:
                content = file.read()
            store = class_of(name)()
            store.parse(content)
            keep_indentation(store, content)
            return store
        except Exception as error:  # any error of a parser means that it rejects the file
            problem = error
    raise problem


def keep_indentation(store, content):
    """Uses the indentation of a JSON file, as the toolkit's documentation recommends."""
    found = re.search(rb"^[ \t]+", content, re.MULTILINE)
    if found and isinstance(store, jsonl10n.JsonFile):
        indent = found.group().decode()
        store.dump_args["indent"] = indent if "\t" in indent else len(indent)


def set_unit(store, text):
    """Sets the unit with this text; whether it is its source or target depends on the class."""
    before = bytes(store)
    for side in ("target", "source"):
        for unit in store.units:
            value = getattr(unit, side, None)
            # INI values include the quotes of the file.
            if value is None or str(value) not in (text, f'"{text}"'):
                continue
            setattr(unit, side, str(value).replace(text, f"{text} x"))
            after = bytes(store)
            if after != before:
                return after
    return None


def faithful(task):
    store = parse(task)
    with open(task["out"], "wb") as file:
        file.write(bytes(store))
    edited = set_unit(store, task["text"]) if task.get("text") else None
    if edited is not None:
        with open(task["out"] + ".edited", "wb") as file:
            file.write(edited)
    return {"edited": edited is not None}


def timed(task):
    reads, writes, units = [], [], 0
    for _ in range(task["rounds"]):
        started = time.perf_counter()
        store = parse(task)
        reads.append(time.perf_counter() - started)
        units = len(store.units)
        unit = store.units[units // 2]
        unit.target = "Another text"
        started = time.perf_counter()
        bytes(store)
        writes.append(time.perf_counter() - started)
    return {"read": min(reads), "write": min(writes), "units": units}


def main():
    # Some classes print messages, so standard output is reserved for results.
    answers, sys.stdout = sys.stdout, sys.stderr
    print(json.dumps({"version": __version__.sver, "formats": [id for id, names in CLASSES.items() if is_usable(names)]}), file=answers, flush=True)
    for line in sys.stdin:
        task = json.loads(line)
        try:
            answer = timed(task) if "rounds" in task else faithful(task)
        except Exception as error:  # any error of a class is its result
            answer = {"error": f"{type(error).__name__}: {error}"[:300]}
        print(json.dumps(answer), file=answers, flush=True)


main()
