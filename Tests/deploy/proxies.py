"""The proxies as deploy/ configures them: only ports, certificate and folders of the tests are put in their places."""

import itertools
import os
import re
import shutil

from kit import NAME, REPOSITORY
from support.process import Process, free_port

# The settings for requests of Debian's nginx.conf, and thereby the default buffering; none is for this service.
NGINX = """\
daemon off;
{user}
pid {directory}/nginx.pid;
error_log {directory}/nginx.log;
events {{ worker_connections 768; }}
http {{
    sendfile on;
    tcp_nopush on;
    types_hash_max_size 2048;
    default_type application/octet-stream;
    gzip on;
    access_log {directory}/access.log;
    client_body_temp_path {directory}/body;
    proxy_temp_path {directory}/proxy;
    fastcgi_temp_path {directory}/fastcgi;
    uwsgi_temp_path {directory}/uwsgi;
    scgi_temp_path {directory}/scgi;
    include {directory}/site.conf;
}}
"""


class Nginx(Process):
    speaks_tls = True

    def __init__(self, directory, certificate, upstream):
        self.port, self.plain_port = free_port(), free_port()
        places = [
            (r"listen 443 ssl http2;", f"listen 127.0.0.1:{self.port} ssl http2;"),
            (r"listen 80;", f"listen 127.0.0.1:{self.plain_port};"),
            (r" *listen \[::\]:443 .*\n", ""),
            (r" *listen \[::\]:80;\n", ""),
            (r"/etc/ssl/progressd/certificate\.pem", certificate.file),
            (r"/etc/ssl/progressd/key\.pem", certificate.key),
            (r"/var/log/nginx/progressd\.log", os.path.join(directory, "site.log")),
            (r"127\.0\.0\.1:8080", f"127.0.0.1:{upstream}"),
        ]
        with open(os.path.join(REPOSITORY, "deploy/nginx.conf"), encoding="utf-8") as file:
            site = file.read()
        for pattern, place in places:
            site, count = re.subn(pattern, place, site)
            assert count == 1, f"deploy/nginx.conf has {count} of {pattern}"
        user = "user root;" if os.geteuid() == 0 else ""
        for name, text in (("site.conf", site), ("nginx.conf", NGINX.format(directory=directory, user=user))):
            with open(os.path.join(directory, name), "w", encoding="utf-8") as file:
                file.write(text)
        program = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
        super().__init__([program, "-c", os.path.join(directory, "nginx.conf"), "-p", directory])
        self.wait_for(self.port, self.plain_port)


class Caddy(Process):
    speaks_tls = True

    def __init__(self, directory, certificate, upstream):
        self.port, self.plain_port = free_port(), free_port()
        configuration = os.path.join(directory, "Caddyfile")
        with open(configuration, "w", encoding="utf-8") as file:
            file.write(f"{{\n\tadmin off\n\thttps_port {self.port}\n\thttp_port {self.plain_port}\n}}\n")
            file.write(f"import {REPOSITORY}/deploy/Caddyfile\n")
        environment = {
            "PROGRESS_NAME": NAME,
            "PROGRESS_UPSTREAM": f"127.0.0.1:{upstream}",
            "PROGRESS_TLS": f"tls {certificate.file} {certificate.key}",
            "HOME": directory,
            "XDG_DATA_HOME": directory,
            "XDG_CONFIG_HOME": directory,
        }
        command = [os.environ["CADDY"], "run", "--adapter", "caddyfile", "--config", configuration]
        super().__init__(command, environment=environment)
        self.wait_for(self.port, self.plain_port)


class HAProxy(Process):
    """Its three replicas are one here, unless three are given."""

    speaks_tls = False

    def __init__(self, directory, certificate, *upstreams):
        self.port = free_port()
        places = zip((1, 2, 3), itertools.cycle(upstreams))
        environment = {f"PROGRESS_REPLICA_{number}": f"127.0.0.1:{upstream}" for number, upstream in places}
        environment["PROGRESS_BIND"] = f"127.0.0.1:{self.port}"
        program = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
        super().__init__([program, "-db", "-f", f"{REPOSITORY}/deploy/haproxy.cfg"], environment=environment)
        self.wait_for(self.port)
