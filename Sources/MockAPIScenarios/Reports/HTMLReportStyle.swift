/// What the page of `HTMLReport` brings with it.
enum HTMLReportStyle {
    /// Its style, for light and dark screens.
    static let css = """
        :root { color-scheme: light dark; --pass: #1a7f37; --fail: #cf222e; --skip: #9a6700; --line: #8884; }
        @media (prefers-color-scheme: dark) { :root { --pass: #3fb950; --fail: #ff7b72; --skip: #d29922; } }
        body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 70em; padding: 1em; }
        h1 { margin: 0; font-size: 1.4em; } h1.passed { color: var(--pass); } h1.failed { color: var(--fail); }
        h2 { font-size: 1em; font-weight: normal; margin: 0; display: flex; gap: .6em; align-items: baseline; }
        .filter { display: flex; gap: 1em; flex-wrap: wrap; align-items: center; }
        input[type=search] { flex: 1; min-width: 12em; font: inherit; padding: .2em .5em; }
        .scenario { border: 1px solid var(--line); border-radius: 6px; margin: .6em 0; padding: .4em .8em; }
        .step { border-top: 1px solid var(--line); padding: .4em 0 .4em 1em; }
        summary { cursor: pointer; } .file, .time, .reason { opacity: .7; font-size: .9em; }
        .time { font-variant-numeric: tabular-nums; } h2 .bar { margin-left: auto; }
        .bar { width: 6em; height: .5em; background: var(--line); border-radius: 3px; align-self: center; flex: none; }
        .bar i { display: block; height: 100%; background: currentColor; border-radius: 3px; opacity: .6; }
        .mark.passed, label.passed { color: var(--pass); } .mark.failed, label.failed { color: var(--fail); }
        .mark.skipped, label.skipped { color: var(--skip); }
        .tag { border: 1px solid var(--line); border-radius: 1em; padding: 0 .6em; font-size: .85em; }
        .failure { border-left: 3px solid var(--fail); margin: .5em 0; padding-left: .8em; }
        .failure p, .again { margin: 0; } table { border-collapse: collapse; } .reason { margin: 0; }
        th { text-align: left; font-weight: normal; opacity: .7; padding-right: 1em; vertical-align: top; }
        td, pre { font: 13px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
        tr.expected td { color: var(--pass); } tr.found td { color: var(--fail); }
        pre { background: #8881; border-radius: 4px; padding: .6em; margin: .4em 0; max-height: 30em; overflow: auto; }
        """

    /// Hides the steps that the boxes and the text leave out, and the scenarios without any left.
    static let script = """
        const boxes = [...document.querySelectorAll('input[data-status]')], text = document.getElementById('text');
        function show() {
          const wanted = new Set(boxes.filter(box => box.checked).map(box => box.dataset.status));
          const word = text.value.trim().toLowerCase();
          let any = false;
          for (const scenario of document.querySelectorAll('.scenario')) {
            const named = scenario.dataset.words.toLowerCase().includes(word);
            let left = false;
            for (const step of scenario.querySelectorAll('.step')) {
              const fits = named || step.dataset.words.toLowerCase().includes(word);
              step.hidden = !(fits && wanted.has(step.dataset.status));
              left = left || !step.hidden;
            }
            scenario.hidden = !left;
            any = any || left;
          }
          document.getElementById('none').hidden = any;
        }
        for (const box of boxes) box.addEventListener('change', show);
        text.addEventListener('input', show);
        """
}
