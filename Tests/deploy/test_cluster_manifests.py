"""compose.cluster.yaml, deploy/kubernetes-cluster.yaml and deploy/haproxy.cfg against the program, its image and its
contract."""

import ipaddress
import os
import re
import shutil
import subprocess
import unittest

import kubernetes_validate

from kit import REPOSITORY
from program import Image, Program, documents, open_paths, text

REPLICAS = ("replica-1", "replica-2", "replica-3")


class ProxyTests(unittest.TestCase):
    def test_haproxy_takes_its_configuration(self):
        addresses = {f"PROGRESS_REPLICA_{number}": f"127.0.0.1:{number}" for number in (1, 2, 3)}
        program = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
        command = [program, "-c", "-f", os.path.join(REPOSITORY, "deploy/haproxy.cfg")]

        checked = subprocess.run(command, capture_output=True, text=True,
                                 env={**os.environ, **addresses, "PROGRESS_BIND": "127.0.0.1:4"})

        self.assertEqual((checked.returncode, re.findall(r"WARNING.*", checked.stderr)), (0, []), checked.stderr)

    def test_it_asks_what_the_contract_leaves_open_and_outwaits_every_call(self):
        proxy = text("deploy/haproxy.cfg")
        idle = float(re.search(r"idleSeconds = ([\d.]+)", text("Sources/MicroHTTPD/Loop/ReactorConfiguration.swift"))[1])
        asked = re.findall(r"http-check send meth GET uri (\S+)", proxy)

        self.assertEqual(asked, ["/readyz", "/readyz/writes"])
        self.assertLessEqual(set(asked), open_paths())
        self.assertLess(float(re.search(r"timeout http-keep-alive (\d+)s", proxy)[1]), idle)
        self.assertGreater(float(re.search(r"timeout server (\d+)s", proxy)[1]), 60)


class ComposeTests(unittest.TestCase):
    def setUp(self):
        self.compose = documents("compose.cluster.yaml")[0]
        self.services = self.compose["services"]
        self.replicas = [self.services[name] for name in REPLICAS]
        self.proxy = self.services["proxy"]
        self.image = Image()

    def test_each_replica_advertises_its_own_address_and_the_proxy_knows_all(self):
        inside = self.compose["networks"]["inside"]["ipam"]["config"][0]
        addresses = [service["networks"]["inside"]["ipv4_address"] for service in [*self.replicas, self.proxy]]
        known = [self.proxy["environment"][f"PROGRESS_REPLICA_{number}"] for number in (1, 2, 3)]

        self.assertEqual([service["environment"]["PROGRESSD_ADVERTISE"] for service in self.replicas], addresses[:3])
        self.assertEqual(known, [f"{address}:{self.image.port}" for address in addresses[:3]])
        self.assertEqual({one["environment"]["PROGRESSD_TRUSTED_PROXY"] for one in self.replicas}, {addresses[3]})
        self.assertEqual(len({*addresses, inside["gateway"]}), 5)
        for address in addresses:
            self.assertIn(ipaddress.ip_address(address), ipaddress.ip_network(inside["subnet"]))
            self.assertNotIn(ipaddress.ip_address(address), ipaddress.ip_network(inside["ip_range"]))

    def test_replicas_and_database_agree(self):
        database = self.services["database"]["environment"]
        role, host, name = re.fullmatch(r"postgres://(\w+)@(\w+)/(\w+)",
                                        self.replicas[0]["environment"]["PROGRESSD_CLUSTER"]).groups()

        self.assertEqual((role, name), (database["POSTGRES_USER"], database["POSTGRES_DB"]))
        self.assertIn(host, self.services)
        self.assertEqual({one["environment"]["PGPASSWORD"] for one in self.replicas}, {database["POSTGRES_PASSWORD"]})

    def test_replicas_differ_in_their_address_alone(self):
        def shared(service):
            return {**service, "networks": None, "environment": {**service["environment"], "PROGRESSD_ADVERTISE": None}}

        self.assertEqual(*[shared(one) for one in self.replicas[:2]])
        self.assertEqual(*[shared(one) for one in self.replicas[1:]])

    def test_only_the_proxy_has_a_port_outside_and_the_tested_configuration(self):
        source = os.path.join(REPOSITORY, self.proxy["volumes"][0].split(":")[0])
        named = set(re.findall(r'"\$\{(\w+)\}"', text("deploy/haproxy.cfg")))

        self.assertEqual([name for name, service in self.services.items() if "ports" in service], ["proxy"])
        self.assertTrue(os.path.samefile(source, os.path.join(REPOSITORY, "deploy/haproxy.cfg")))
        self.assertEqual(set(self.proxy["environment"]), named)

    def test_nothing_of_the_image_can_be_written_to(self):
        for one in self.replicas:
            self.assertEqual((one["read_only"], one["cap_drop"]), (True, ["ALL"]))
            self.assertNotIn("volumes", one)

    def test_every_variable_is_one_of_the_program(self):
        program = Program()

        self.assertEqual(program.unknown_variables("compose.cluster.yaml"), set())
        self.assertEqual(program.unknown_variables("deploy/kubernetes-cluster.yaml"), set())


class KubernetesTests(unittest.TestCase):
    def setUp(self):
        self.documents = documents("deploy/kubernetes-cluster.yaml")
        self.objects = {document["kind"]: document for document in self.documents if document["kind"] != "Secret"}
        self.secrets = {one["metadata"]["name"]: one for one in self.documents if one["kind"] == "Secret"}
        self.deployment = self.objects["Deployment"]["spec"]
        self.pod = self.deployment["template"]["spec"]
        self.container = self.pod["containers"][0]
        self.variables = {entry["name"]: entry for entry in self.container["env"]}
        self.volumes = {volume["name"]: volume for volume in self.pod["volumes"]}
        self.mounts = {mount["name"]: mount for mount in self.container["volumeMounts"]}
        self.labels = self.deployment["template"]["metadata"]["labels"]
        self.image = Image()

    def test_every_object_is_as_the_schema_of_kubernetes_has_it(self):
        for document in self.documents:
            kubernetes_validate.validate(document, kubernetes_validate.latest_version(), strict=True)

    def test_three_replicas_on_different_nodes_keep_nothing(self):
        apart = self.pod["affinity"]["podAntiAffinity"]["preferredDuringSchedulingIgnoredDuringExecution"][0]

        self.assertEqual(self.deployment["replicas"], 3)
        self.assertEqual(apart["podAffinityTerm"]["topologyKey"], "kubernetes.io/hostname")
        self.assertEqual(apart["podAffinityTerm"]["labelSelector"]["matchLabels"], self.labels)
        self.assertEqual([list(volume) for volume in self.pod["volumes"]], [["name", "secret"]] * 2)

    def test_one_replica_at_a_time_may_be_disrupted(self):
        budget = self.objects["PodDisruptionBudget"]["spec"]

        self.assertEqual((budget["maxUnavailable"], budget["selector"]["matchLabels"]), (1, self.labels))
        self.assertEqual(self.deployment["strategy"]["rollingUpdate"], {"maxSurge": 1, "maxUnavailable": 0})

    def test_the_address_is_the_pods_and_the_database_is_a_secret(self):
        address = self.variables["PROGRESSD_ADVERTISE"]["valueFrom"]["fieldRef"]["fieldPath"]
        reference = self.variables["PROGRESSD_CLUSTER"]["valueFrom"]["secretKeyRef"]

        self.assertEqual(address, "status.podIP")
        self.assertIn(reference["key"], self.secrets[reference["name"]]["stringData"])

    def test_the_password_is_a_file_that_is_replaced_while_the_service_runs(self):
        """libpq takes a service file with any mode, and ignores a PGPASSFILE that a group can read."""
        secret = self.volumes["database"]["secret"]
        folder, _, name = self.variables["PGSERVICEFILE"]["value"].rpartition("/")
        data = self.secrets[secret["secretName"]]["stringData"]
        section = re.search(r"^\[(\w+)\]\npassword=\S+$", data[name], re.M)[1]

        self.assertEqual(self.mounts["database"], {"name": "database", "mountPath": folder, "readOnly": True})
        self.assertEqual((secret["items"], secret["defaultMode"]), ([{"key": name, "path": name}], 0o440))
        self.assertIn(f"service={section}&", data["url"])
        self.assertFalse({"PGPASSWORD", "PGPASSFILE"} & set(self.variables))

    def test_a_resolver_that_is_silent_costs_a_second(self):
        options = {option["name"]: option["value"] for option in self.pod["dnsConfig"]["options"]}

        self.assertEqual(options, {"timeout": "1", "attempts": "1"})

    def test_the_token_file_is_the_secret_which_holds_no_token_yet(self):
        volume, mount = self.volumes["tokens"], self.mounts["tokens"]
        folder, _, key = self.variables["PROGRESSD_TOKEN_FILE"]["value"].rpartition("/")
        tokens = self.secrets[volume["secret"]["secretName"]]["stringData"][key]

        self.assertEqual((mount["name"], mount["mountPath"]), (volume["name"], folder))
        self.assertTrue(all(line.startswith("#") for line in tokens.splitlines()))

    def test_user_and_rights_are_those_of_the_image(self):
        security, own = self.pod["securityContext"], self.container["securityContext"]

        self.assertEqual({security[key] for key in ("runAsUser", "runAsGroup", "fsGroup")}, {self.image.user})
        self.assertEqual((security["runAsNonRoot"], own["readOnlyRootFilesystem"]), (True, True))
        self.assertEqual((own["allowPrivilegeEscalation"], own["capabilities"]), (False, {"drop": ["ALL"]}))

    def test_ports_and_labels_meet(self):
        service, port = self.objects["Service"]["spec"], self.container["ports"][0]

        self.assertEqual(port["containerPort"], self.image.port)
        self.assertEqual(service["ports"][0]["targetPort"], port["name"])
        self.assertEqual((service["selector"], self.deployment["selector"]["matchLabels"]), (self.labels, self.labels))
        self.assertIs(self.pod["enableServiceLinks"], False)

    def test_probes_ask_what_the_contract_leaves_open_and_there_is_time_to_stop(self):
        probes = {name: self.container[name + "Probe"]["httpGet"] for name in ("startup", "readiness", "liveness")}
        before = int(self.container["lifecycle"]["preStop"]["exec"]["command"][1])

        self.assertLessEqual({probe["path"] for probe in probes.values()}, open_paths())
        self.assertEqual((probes["readiness"]["path"], probes["liveness"]["path"]), ("/readyz", "/healthz"))
        self.assertGreater(self.pod["terminationGracePeriodSeconds"], before + 5)


if __name__ == "__main__":
    unittest.main()
