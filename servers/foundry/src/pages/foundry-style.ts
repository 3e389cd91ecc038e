/** What the pages of foundry add to the stylesheet. */
export const foundryStyle = `
main header>*+*{margin-top:.75rem}
.head{display:flex;flex-wrap:wrap;align-items:center;gap:.3rem .75rem;flex:1;min-width:0}
.head>h3,.head>h4{flex:1 1 14rem;min-width:0}
.overview{display:grid;gap:1.25rem;margin-top:1.5rem}
.progress{display:grid;gap:.4rem;align-content:start}
.progress>.row{justify-content:space-between}
.progress-pair{display:grid;gap:1rem}
.phases,.tasks{display:grid;gap:.75rem}
.phase{padding-block:.5rem}
.phase>details>.inside{padding-top:.4rem}
.phase>details>summary{padding-block:.25rem}
.inside{display:grid;gap:.875rem;padding-bottom:.75rem;scroll-margin-top:5rem}
.inside>*{min-width:0}
.tasks{gap:0}
.tasks>li{border-top:1px solid var(--line)}
.task>details>summary{padding-block:.5rem}
.task.completed h4,.task.cancelled h4,.task.deferred h4{font-weight:400;color:var(--muted)}
.task.cancelled h4{text-decoration:line-through}
.task>details>.inside{padding-left:1.4rem}
.task:has(>details>.inside:target),.phase:has(>details>.inside:target),.check:target{
  outline:2px solid var(--accent);outline-offset:3px;border-radius:8px
}
.subtasks{border-bottom:1px solid var(--line)}
.holder{
  display:inline-block;padding:0 .45rem;border:1px solid var(--line);border-radius:6px;
  font-size:.8125rem;font-weight:600;white-space:normal
}
.held{display:grid;gap:.4rem}
.folder th[scope=row]{display:grid;gap:.35rem;justify-items:start}

.about{display:grid;gap:.75rem}
.about:empty{display:none}
.plain,.checks,.comments,.links{display:grid;gap:.35rem}
.plain>li{padding-left:1.1rem;position:relative}
.plain>li::before{
  content:"";position:absolute;left:.1rem;top:.6em;width:.35rem;height:.35rem;border-radius:50%;
  background:var(--edge)
}
.checks{gap:.75rem}
.check{display:grid;gap:.2rem}
.comments{gap:.875rem}
.answer{margin-top:.35rem;padding-left:.875rem;border-left:3px solid var(--accent)}
.act>summary{min-height:2.25rem;color:var(--accent);font-size:.9375rem}
.act form{padding:.25rem 0 .75rem}
.part>.act{margin-top:1.25rem}
.tally{gap:.5rem 1.25rem;margin-bottom:.75rem}
.question{display:grid;gap:.4rem;padding-bottom:.625rem}
.phase-checks{display:grid;gap:.5rem}
.spec-link{font-weight:600}
.graph{
  overflow:auto;max-height:80vh;padding:.5rem;background:var(--card);
  border:1px solid var(--line);border-radius:12px
}
.graph svg{display:block;margin:0 auto}
.graph text{fill:currentColor;font-size:13px}
.graph .state{font-size:11px;font-weight:600}
.graph rect{fill:var(--calmSoft);stroke:var(--edge);stroke-width:1}
.node{color:var(--ink);text-decoration:none}
.node .state{fill:var(--calm)}
.node:hover rect{stroke-width:2}
.node:focus-visible{outline:none}
.node:focus-visible rect{stroke:var(--accent);stroke-width:4}
.node.busy rect{fill:var(--busySoft);stroke:var(--busy)}
.node.busy .state{fill:var(--busy)}
.node.good rect{fill:var(--goodSoft);stroke:var(--good)}
.node.good .state{fill:var(--good)}
.node.warn rect{fill:var(--warnSoft);stroke:var(--warn)}
.node.warn .state{fill:var(--warn)}
.node.bad rect{fill:var(--badSoft);stroke:var(--bad)}
.node.bad .state{fill:var(--bad)}
.node.fresh rect{fill:var(--freshSoft);stroke:var(--fresh)}
.node.fresh .state{fill:var(--fresh)}
.edge{fill:none;stroke:var(--edge);stroke-width:1.5}
.edge.soft{stroke-dasharray:5 4}
#arrow path{fill:var(--edge)}
.skip-graph:not(:focus){
  position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap
}
@media (min-width:48rem){
  .folder table{table-layout:fixed}
  .folder th[scope=row]{display:table-cell}
  .folder th[scope=row]>*{display:block}
  .folder th[scope=row]>.row{display:flex;margin-top:.4rem}
  .folder th:first-child{width:27%}
  .folder th:nth-child(2){width:18%}
  .folder th:nth-child(3){width:14%}
  .folder th:last-child{width:14%}
}
@media (min-width:40rem){
  .progress-pair{grid-template-columns:1fr 1fr;gap:2rem}
  .about>div{display:grid;grid-template-columns:6.5rem minmax(0,1fr);gap:1rem}
  .about dt{padding-top:.15rem}
}
@media print{
  .graph{overflow:visible;max-height:none;border:0;padding:0}
  .graph svg{max-width:100%;height:auto}
  .skip-graph{display:none}
  .phase{break-inside:auto}
}
`
