"""compose.yaml and deploy/ against the program, its image and its contract: nothing is named that is not there."""

import glob
import ipaddress
import os
import re
import unittest

import kubernetes_validate

from kit import REPOSITORY
from program import Image, Program, documents, open_paths, text

DEPLOY = sorted(glob.glob("deploy/*.*", root_dir=REPOSITORY))
OPERATING = "docs/operating.md"
FILES = ["Dockerfile", "compose.yaml", "README.md", "SECURITY.md", OPERATING, *DEPLOY]


class NamesTests(unittest.TestCase):
    def test_every_variable_and_option_is_one_of_the_program(self):
        program = Program()

        unknown = {path: program.unknown_variables(path) | program.unknown_options(path) for path in FILES}

        self.assertGreater(len(program.variables), 20)
        self.assertEqual({path: names for path, names in unknown.items() if names}, {})

    def test_the_table_of_settings_is_the_one_of_the_program(self):
        rows = re.findall(r"^\| `--([a-z-]+)` \| (?:`([^`]*)` )?\|", text(OPERATING), re.M)

        table = {"PROGRESSD_" + option.replace("-", "_").upper(): default for option, default in rows}

        self.assertEqual(table, Program().defaults)

    def test_idle_connections_end_in_the_proxies_first_and_no_wait_does(self):
        idle = float(re.search(r"idleSeconds = ([\d.]+)", text("Sources/MicroHTTPD/Loop/ReactorConfiguration.swift"))[1])
        nginx, caddy = text("deploy/nginx.conf"), text("deploy/Caddyfile")

        in_nginx = float(re.search(r"^ *keepalive_timeout (\d+)s;", nginx, re.M)[1])
        in_caddy = float(re.search(r"^\s*keepalive (\d+)s", caddy, re.M)[1])
        patience = float(re.search(r"^ *proxy_read_timeout (\d+)s;", nginx, re.M)[1])

        self.assertLess(max(in_nginx, in_caddy), idle)
        self.assertGreater(patience, 60)


class ComposeTests(unittest.TestCase):
    def setUp(self):
        self.compose = documents("compose.yaml")[0]
        self.service, self.proxy = (self.compose["services"][name] for name in ("progressd", "proxy"))
        self.image = Image()

    def test_the_data_directory_is_the_volume(self):
        volume, _, target = self.service["volumes"][0].partition(":")

        self.assertIn(volume, self.compose["volumes"])
        self.assertEqual(target, self.image.data)
        self.assertEqual(self.service["environment"]["PROGRESSD_DATA_DIRECTORY"], self.image.data)

    def test_the_token_file_is_the_secret(self):
        secret = self.service["secrets"][0]

        self.assertEqual(self.service["environment"]["PROGRESSD_TOKEN_FILE"], f"/run/secrets/{secret}")
        file = self.compose["secrets"][secret]["file"].removeprefix("./")
        self.assertIn(f"-o {self.image.user} /dev/stdin {file}", text("compose.yaml"))

    def test_the_proxy_is_the_one_that_is_believed_and_has_a_port_outside_alone(self):
        addresses = [service["networks"]["inside"]["ipv4_address"] for service in (self.service, self.proxy)]
        subnet = ipaddress.ip_network(self.compose["networks"]["inside"]["ipam"]["config"][0]["subnet"])

        self.assertEqual(self.service["environment"]["PROGRESSD_TRUSTED_PROXY"], addresses[1])
        self.assertTrue(all(ipaddress.ip_address(address) in subnet for address in addresses))
        self.assertEqual(len({*addresses, self.compose["networks"]["inside"]["ipam"]["config"][0]["gateway"]}), 3)
        self.assertNotIn("ports", self.service)
        self.assertEqual(list(self.service["networks"]), ["inside"])

    def test_the_proxy_has_the_tested_configuration(self):
        source = os.path.join(REPOSITORY, self.proxy["volumes"][0].split(":")[0])
        named = {name.split(":")[0] for name in re.findall(r"\{\$(\w+(?::[^}]*)?)\}", text("deploy/Caddyfile"))}

        self.assertTrue(os.path.samefile(source, os.path.join(REPOSITORY, "deploy/Caddyfile")))
        self.assertEqual(set(self.proxy["environment"]), named)
        self.assertEqual(self.proxy["environment"]["PROGRESS_UPSTREAM"], f"progressd:{self.image.port}")

    def test_the_program_starts_with_its_variables(self):
        self.assertEqual(Program().status_of_start(self.service["environment"]), 0)

    def test_nothing_of_the_image_can_be_written_to(self):
        self.assertEqual((self.service["read_only"], self.service["cap_drop"]), (True, ["ALL"]))
        self.assertEqual(self.service["security_opt"], ["no-new-privileges:true"])


class KubernetesTests(unittest.TestCase):
    def setUp(self):
        self.objects = {document["kind"]: document for document in documents("deploy/kubernetes.yaml")}
        self.set = self.objects["StatefulSet"]["spec"]
        self.pod = self.set["template"]["spec"]
        self.container = self.pod["containers"][0]
        self.variables = {entry["name"]: entry["value"] for entry in self.container["env"]}
        self.mounts = {mount["name"]: mount["mountPath"] for mount in self.container["volumeMounts"]}
        self.image = Image()

    def test_every_object_is_as_the_schema_of_kubernetes_has_it(self):
        for document in self.objects.values():
            kubernetes_validate.validate(document, kubernetes_validate.latest_version(), strict=True)

    def test_the_data_directory_is_the_volume_of_the_one_replica(self):
        claim = self.set["volumeClaimTemplates"][0]["metadata"]["name"]

        self.assertEqual(self.set["replicas"], 1)
        self.assertEqual(self.mounts[claim], self.image.data)
        self.assertEqual(self.variables["PROGRESSD_DATA_DIRECTORY"], self.image.data)

    def test_the_token_file_is_the_secret_which_holds_no_token_yet(self):
        volume = self.pod["volumes"][0]
        secret = self.objects["Secret"]
        folder, _, key = self.variables["PROGRESSD_TOKEN_FILE"].rpartition("/")

        self.assertEqual(volume["secret"]["secretName"], secret["metadata"]["name"])
        self.assertEqual(folder, self.mounts[volume["name"]])
        self.assertTrue(all(line.startswith("#") for line in secret["stringData"][key].splitlines()))

    def test_the_program_starts_with_its_variables(self):
        self.assertEqual(Program().status_of_start(self.variables), 0)

    def test_user_and_rights_are_those_of_the_image(self):
        security, own = self.pod["securityContext"], self.container["securityContext"]

        self.assertEqual({security[key] for key in ("runAsUser", "runAsGroup", "fsGroup")}, {self.image.user})
        self.assertEqual((security["runAsNonRoot"], own["readOnlyRootFilesystem"]), (True, True))
        self.assertEqual((own["allowPrivilegeEscalation"], own["capabilities"]), (False, {"drop": ["ALL"]}))

    def test_ports_and_labels_meet(self):
        service, port = self.objects["Service"]["spec"], self.container["ports"][0]

        self.assertEqual(port["containerPort"], self.image.port)
        self.assertEqual(service["ports"][0]["targetPort"], port["name"])
        self.assertEqual(service["selector"], self.set["template"]["metadata"]["labels"])
        self.assertEqual(service["selector"], self.set["selector"]["matchLabels"])
        self.assertEqual(self.set["serviceName"], self.objects["Service"]["metadata"]["name"])

    def test_no_variable_of_the_cluster_becomes_a_setting(self):
        """A Service named progressd would set PROGRESSD_PORT in each pod."""
        self.assertIs(self.pod["enableServiceLinks"], False)

    def test_probes_ask_what_the_contract_leaves_open(self):
        probes = {name: self.container[name + "Probe"]["httpGet"] for name in ("startup", "readiness", "liveness")}

        self.assertEqual({probe["port"] for probe in probes.values()}, {self.container["ports"][0]["name"]})
        self.assertLessEqual({probe["path"] for probe in probes.values()}, open_paths())
        self.assertEqual((probes["readiness"]["path"], probes["liveness"]["path"]), ("/readyz", "/healthz"))

    def test_there_is_time_to_stop(self):
        before = int(self.container["lifecycle"]["preStop"]["exec"]["command"][1])

        self.assertGreater(self.pod["terminationGracePeriodSeconds"], before + 5)


if __name__ == "__main__":
    unittest.main()
