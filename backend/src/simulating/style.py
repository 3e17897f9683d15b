"""The looks of the page: one small sheet, light and dark, down to 320 pixels."""

STYLE = """
:root {
  color-scheme: light dark;
  --ground: #f4f6f8; --card: #fff; --ink: #17222d; --soft: #556270; --line: #cfd7df;
  --strong: #14526b; --on-strong: #fff; --good: #1d6b3a; --bad: #a3211b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12181e; --card: #1b242c; --ink: #e6ecf1; --soft: #a5b2be;
    --line: #36434f; --strong: #7cc4df; --on-strong: #0c1a21; --good: #7fd39b;
    --bad: #ff9a92;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif;
}
header, main { max-width: 78rem; margin: 0 auto; padding: 1rem; }
header { display: flex; flex-wrap: wrap; gap: .5rem 2rem; align-items: baseline; }
h1 { font-size: 1.5rem; margin: 0; }
h2 { font-size: 1.2rem; margin: 0 0 .25rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0 .75rem; max-width: 65ch; }
.soft { color: var(--soft); }
.day { font-size: 1.1rem; font-weight: 600; margin: 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none;
  margin: 0; padding: 0; }
a { color: var(--strong); }
nav a { display: inline-block; padding: .25rem 0; }
section {
  background: var(--card); border: 1px solid var(--line); border-radius: .5rem;
  padding: 1rem; margin: 0 0 1rem;
}
.cards { display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(18.5rem, 100%), 1fr)); }
.card { border: 1px solid var(--line); border-radius: .5rem; padding: .75rem; }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .1rem .75rem;
  margin: .5rem 0; }
dt { color: var(--soft); }
@media (max-width: 40rem) { dl.meanings { grid-template-columns: 1fr; }
  .meanings dd { margin-bottom: .5rem; } }
dd { margin: 0; overflow-wrap: anywhere; }
.code { font: 600 1rem ui-monospace, monospace; white-space: nowrap; }
code, .mono { font-family: ui-monospace, monospace; font-size: .9rem; }
.scroll { overflow-x: auto; }
.scroll:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: start; color: var(--soft); padding: .25rem 0; }
th, td { text-align: start; padding: .35rem .6rem; border-bottom: 1px solid var(--line);
  vertical-align: top; }
th { white-space: nowrap; }
.amount { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }
form { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: end; margin: 0; }
form.inline { display: inline-flex; }
label { display: grid; grid-template-columns: minmax(0, auto); gap: .15rem;
  max-width: 100%; font-size: .9rem; color: var(--soft); }
select, input, button { font: inherit; padding: .45rem .7rem; min-height: 2.5rem;
  border: 1px solid var(--soft); border-radius: .35rem; background: var(--card);
  color: var(--ink); max-width: 100%; }
button { background: var(--strong); color: var(--on-strong); border-color: transparent;
  cursor: pointer; }
button.quiet { background: transparent; color: var(--strong);
  border-color: var(--strong); }
:is(a, select, input, button, summary):focus-visible {
  outline: 3px solid var(--strong); outline-offset: 2px; }
.good { color: var(--good); font-weight: 600; }
.bad { color: var(--bad); font-weight: 600; }
.said { border-inline-start: .3rem solid var(--good); padding: .5rem .75rem;
  background: var(--card); margin: 0 0 1rem; max-width: none; }
.refused { border-inline-start-color: var(--bad); }
.short { white-space: nowrap; }
.wrapped { overflow-wrap: anywhere; }
fieldset { display: flex; min-width: 0; flex-wrap: wrap; gap: .25rem 1rem; margin: 0;
  border: 1px solid var(--line); border-radius: .35rem; padding: .35rem .7rem; }
fieldset label { display: flex; align-items: center; gap: .4rem; }
fieldset input { min-height: 0; }
details ol { margin: .25rem 0; padding-inline-start: 1.25rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .5rem; }
.skip, .unseen { position: absolute; inset-inline-start: -99rem; }
.skip:focus { position: static; }
"""
