"""deploy/alerts.yaml against the runbook and the metrics; Tests/observability/alerts.yaml shows when they fire."""

import re
import shutil
import subprocess
import unittest

from kit import REPOSITORY
from program import documents, text

RULES = [rule for group in documents("deploy/alerts.yaml")[0]["groups"] for rule in group["rules"]]
RUNBOOK = text("docs/runbook.md")


class AlertTests(unittest.TestCase):
    def test_prometheus_takes_the_rules_and_they_fire_when_they_should(self):
        program = shutil.which("promtool")
        for words in (("check", "rules", "deploy/alerts.yaml"), ("test", "rules", "Tests/observability/alerts.yaml")):
            result = subprocess.run([program, *words], cwd=REPOSITORY, capture_output=True, text=True)

            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_each_alert_has_its_entry_in_the_runbook_and_each_entry_its_alert(self):
        names = [rule["alert"] for rule in RULES]

        self.assertEqual(sorted(re.findall(r"^## (\w+)$", RUNBOOK, re.M)), sorted(names))
        for rule in RULES:
            self.assertEqual(rule["annotations"]["runbook"], f"docs/runbook.md#{rule['alert'].lower()}")

    def test_each_entry_says_what_it_means_what_clients_see_what_to_look_at_and_what_to_do(self):
        for entry in re.split(r"^## ", RUNBOOK, flags=re.M)[1:]:
            labels = re.findall(r"^- \*\*([\w ]+)\*\*: ", entry, re.M)

            self.assertEqual(labels, ["Means", "Clients see", "Look at", "Do"], entry.splitlines()[0])

    def test_each_metric_of_ours_is_documented(self):
        used = {name for rule in RULES for name in re.findall(r"\bprogressd_[a-z_]+", rule["expr"])}
        documented = set(re.findall(r"`(progressd_[a-z_]+)`", text("docs/metrics.md")))

        self.assertEqual({re.sub("_bucket$", "", name) for name in used} - documented - {"progressd_office"}, set())


if __name__ == "__main__":
    unittest.main()
