// Renders a Helm chart like `helm template` if Helm itself is not installed. Helm's engine is Go's text/template
// with the functions of Sprig and a few of its own; both are in Debian's packages. Usage:
//
//	render-chart RELEASE CHART --namespace NAME [--values FILE]... [--notes]
//
// It omits what Dragoman's chart does not use: dependencies, lookup, files, hooks, and values.schema.json,
// which the test checks separately.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/ghodss/yaml"
)

type object = map[string]interface{}

type chartFile struct {
	Name, Version, AppVersion, Description, Type, KubeVersion string
}

type arguments struct {
	release, chart, namespace string
	values                    []string
	notes                     bool
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "Error: %v\n", err)
		os.Exit(1)
	}
}

func run(words []string) error {
	given, err := readArguments(words)
	if err != nil {
		return err
	}
	values, err := readValues(given)
	if err != nil {
		return err
	}
	var chart chartFile
	if err := readYaml(filepath.Join(given.chart, "Chart.yaml"), &chart); err != nil {
		return err
	}
	sources, err := filepath.Glob(filepath.Join(given.chart, "templates", "*"))
	if err != nil {
		return err
	}
	sort.Strings(sources)
	root := newTemplate()
	nameOf := func(source string) string { return chart.Name + "/templates/" + filepath.Base(source) }
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			return err
		}
		if _, err := root.New(nameOf(source)).Parse(string(text)); err != nil {
			return err
		}
	}
	for _, source := range sources {
		base := filepath.Base(source)
		if strings.HasPrefix(base, "_") {
			continue
		}
		text, err := execute(root, nameOf(source), object{
			"Values": values,
			"Chart":  chart,
			"Release": object{
				"Name": given.release, "Namespace": given.namespace, "Service": "Helm",
				"IsInstall": true, "IsUpgrade": false, "Revision": 1,
			},
			"Template": object{"Name": nameOf(source), "BasePath": chart.Name + "/templates"},
		})
		if err != nil {
			return fmt.Errorf("execution error: %w", err)
		}
		isNotes := base == "NOTES.txt"
		if isNotes == given.notes && strings.TrimSpace(text) != "" {
			if isNotes {
				fmt.Print(text)
			} else {
				fmt.Printf("---\n# Source: %s\n%s\n", nameOf(source), text)
			}
		}
	}
	return nil
}

func readArguments(words []string) (arguments, error) {
	given := arguments{namespace: "default"}
	var plain []string
	for index := 0; index < len(words); index++ {
		word := words[index]
		if word == "--notes" {
			given.notes = true
		} else if word == "--namespace" || word == "--values" {
			index++
			if index == len(words) {
				return given, fmt.Errorf("%s needs a value", word)
			}
			if word == "--values" {
				given.values = append(given.values, words[index])
			} else {
				given.namespace = words[index]
			}
		} else {
			plain = append(plain, word)
		}
	}
	if len(plain) != 2 {
		return given, errors.New("usage: render-chart RELEASE CHART --namespace NAME [--values FILE]... [--notes]")
	}
	given.release, given.chart = plain[0], plain[1]
	return given, nil
}

func readValues(given arguments) (object, error) {
	values := object{}
	for _, file := range append([]string{filepath.Join(given.chart, "values.yaml")}, given.values...) {
		next := object{}
		if err := readYaml(file, &next); err != nil {
			return nil, err
		}
		merge(values, next)
	}
	return values, nil
}

// As in Helm, maps are merged, everything else is replaced, and null removes a value.
func merge(into, from object) {
	for name, value := range from {
		inner, isMap := value.(object)
		current, hasMap := into[name].(object)
		if value == nil {
			delete(into, name)
		} else if isMap && hasMap {
			merge(current, inner)
		} else {
			into[name] = value
		}
	}
}

// Numbers become float64, as in Helm.
func readYaml(file string, into interface{}) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if err := yaml.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}

func newTemplate() *template.Template {
	root := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	// Helm removes these, so that a chart cannot read the environment.
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["fromYaml"] = func(text string) (object, error) {
		value := object{}
		return value, yaml.Unmarshal([]byte(text), &value)
	}
	functions["include"] = func(name string, data interface{}) (string, error) {
		return execute(root, name, data)
	}
	functions["tpl"] = func(text string, data interface{}) (string, error) {
		copied, err := root.Clone()
		if err != nil {
			return "", err
		}
		if _, err := copied.New("tpl").Parse(text); err != nil {
			return "", err
		}
		return execute(copied, "tpl", data)
	}
	functions["required"] = func(sentence string, value interface{}) (interface{}, error) {
		if value == nil || value == "" {
			return nil, errors.New(sentence)
		}
		return value, nil
	}
	functions["fail"] = func(sentence string) (string, error) { return "", errors.New(sentence) }
	return root.Funcs(functions)
}

func execute(root *template.Template, name string, data interface{}) (string, error) {
	var text strings.Builder
	if err := root.ExecuteTemplate(&text, name, data); err != nil {
		return "", err
	}
	return strings.ReplaceAll(text.String(), "<no value>", ""), nil
}
