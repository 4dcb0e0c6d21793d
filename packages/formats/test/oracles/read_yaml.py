"""Reads a list of YAML texts as JSON and writes what PyYAML makes of each: null if it refuses the text, else the
texts in its first document as pairs of a path and a text. Aliases are not followed."""

import json
import sys

import yaml


def collect(found, seen, node, path):
    if id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.ScalarNode):
        if node.tag in ("tag:yaml.org,2002:str", "!"):
            found[json.dumps(path, ensure_ascii=False, separators=(",", ":"))] = node.value
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            collect(found, seen, item, path + [index])
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if isinstance(key, yaml.ScalarNode):
                inner = path + [key.value]
                start = json.dumps(inner, ensure_ascii=False, separators=(",", ":"))[:-1]
                for other in [id for id in found if id.startswith((start + ",", start + "]"))]:
                    del found[other]
                collect(found, seen, value, inner)


def read(text):
    found = {}
    try:
        for document in yaml.compose_all(text, Loader=yaml.SafeLoader):
            if document is not None:
                collect(found, set(), document, [])
            break
    except (yaml.YAMLError, ValueError, RecursionError):
        return None
    return list(found.items())


json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
