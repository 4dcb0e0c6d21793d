/** Texts that have a meaning in some message syntax. */
export const PIECES: readonly string[] =
  `{ } {{ }} {{name}} {name} {0} {n, plural, one {# a} other {#}} {s, select, a {x} other {y}} {d, date, short} ' '' '{' # % %% %d %1$s %@ %#@x@
  %(name)s %{name} %<n>d %1 %n %L2 % % ٪ ｛ ｝ | : :name :Name $ $$ $NAME$ $1 \${x} $x @ @:key @.lower:key {'@'} $t( $t(key) ) ( < > <b> </b> <a href="%s"> <br/> </ -> * [one] *[other]
  { $x } { -term } {"text"} { NUMBER($n) } " \\ = =0 [1,19] {1} , other one a 5 100`
    .split(/\s+/)
    .concat([
      ' ',
      '\n',
      '{ $n ->\n  [one] x\n *[other] y\n}',
      '{n, plural, one {# a} other {#}}',
      '{s, select, a {x} other {y}}',
      ']1,Inf] %n% |',
      '[0,1]|{0} a|',
    ])
